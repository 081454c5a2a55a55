// `npm run test:all`: everything, deployment included, against real peers. What the machine lacks it installs, on Debian
// as root. Parts of it:
//   -- --area on-air|server|web|irc|launcher|deploy
//   -- --changed REV   only suites that import what has changed since that commit, the nearest first
//   -- --within 50m    no test begins later; with --changed the suites it names first, then the others by turns
import { execFileSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { areaOf, areas } from "./areas.ts";
import { readImports } from "./import-graph.ts";
import { installMissing } from "./install-needs.ts";
import { needs, testNeeds } from "./needs.ts";
import { projectRoot } from "./stage.ts";
import { importsBetween, readDuration, takeSuites, turned } from "./suite-order.ts";
import { projectNames, suitesOf, type ProjectName, type Selection } from "./suite-kinds.ts";
import { TestRun } from "./test-run.ts";

/**
 * Projects that run beside each other, stage by stage: suites that mostly wait, with CPU-bound ones at a lower
 * priority. Browser suites run alone, since anything they slow down would hit its limits.
 */
const stages: readonly {
  readonly waiting: readonly ProjectName[];
  readonly computing?: readonly ProjectName[];
}[] = [
  { waiting: ["sound"], computing: ["postgres"] },
  { waiting: ["integration", "embedded-stations", "postgres-stations", "e2e"] },
  { waiting: ["failover"] },
  { waiting: ["alone"] },
  { waiting: ["deploy"] },
  { waiting: ["deploy-alone"] },
];
/** Also part of `npm test`: last when time is short. */
const middleRing: readonly (typeof stages)[number][] = [
  { waiting: ["unit", "tree"] },
  { waiting: ["promise"], computing: ["embedded"] },
];

const { area, changed, withinMs } = readOptions();
const everything: Selection = Object.fromEntries(
  projectNames.map((project) => [project, suitesOf(project)]),
);
const inArea = takeSuites(everything, (suites) =>
  suites.filter((suite) => area === undefined || areaOf(suite) === area),
);
const steps = changed === undefined ? undefined : stepsToChange(changed);
const nearest = takeSuites(steps === undefined ? {} : inArea, (suites) =>
  suites
    .filter((suite) => steps?.has(suite))
    .toSorted((one, other) => (steps?.get(one) ?? 0) - (steps?.get(other) ?? 0)),
);
const isChangeAlone = changed !== undefined && withinMs === undefined;
const rest = takeSuites(isChangeAlone ? {} : inArea, (suites, project) =>
  suites.filter((suite) => nearest[project]?.includes(suite) !== true),
);
const needsDeployment = [nearest, rest].some(
  (selection) => selection.deploy !== undefined || selection["deploy-alone"] !== undefined,
);

const run = new TestRun({
  name: "test-all",
  missing: installMissing(needsDeployment ? needs : testNeeds),
  deadlineMs: withinMs === undefined ? null : Date.now() + withinMs,
});
const isWhole = area === undefined && !isChangeAlone;
if (isWhole && withinMs === undefined) {
  await Promise.all([run.runChecks(), runStages(rest, middleRing.slice(0, 1))]);
  await runStages(rest, [...middleRing.slice(1), ...stages]);
} else {
  await runStages(
    nearest,
    withinMs === undefined ? [...middleRing, ...stages] : [...stages, ...middleRing],
  );
  const turn = withinMs === undefined ? 0 : countCommits();
  const inTurn = takeSuites(rest, (suites) => turned(suites, turn));
  await runStages(inTurn, [...turned(stages, turn), ...middleRing]);
}
await run.runFailedAgain();
process.exit(run.end([]));

function readOptions() {
  const { values } = parseArgs({
    options: {
      area: { type: "string" },
      changed: { type: "string" },
      within: { type: "string" },
    },
  });
  const withinMs = values.within === undefined ? undefined : readDuration(values.within);
  if (values.within !== undefined && withinMs === undefined)
    fail(`--within is a time such as 50m or 90s, and not ${values.within}`);
  const area = areas.find((name) => name === values.area);
  if (values.area !== undefined && area === undefined)
    fail(`--area is one of ${areas.join(", ")}, and not ${values.area}`);
  return { area, changed: values.changed, withinMs };
}

function fail(words: string): never {
  console.error(words);
  process.exit(1);
}

async function runStages(selection: Selection, order: readonly (typeof stages)[number][]) {
  const of = (projects: readonly ProjectName[] = []) =>
    takeSuites(selection, (suites, project) => (projects.includes(project) ? suites : []));
  for (const { waiting, computing } of order)
    await Promise.all([
      run.runSuites(of(waiting)),
      run.runSuites(of(computing), { isBeside: true }),
    ]);
}

/** For each suite that imports a file changed since a commit: the number of imports between them. */
function stepsToChange(revision: string): ReadonlyMap<string, number> {
  const changedFiles = [
    ...git("diff", "--name-only", "--relative", revision, "--"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ].map((name) => path.join(projectRoot, name));
  const between = importsBetween(readImports(), changedFiles);
  return new Map([...between].map(([name, count]) => [path.relative(projectRoot, name), count]));
}

function countCommits(): number {
  return Number(git("rev-list", "--count", "HEAD")[0] ?? 0);
}

function git(...parameters: readonly string[]): readonly string[] {
  return execFileSync("git", parameters, { cwd: projectRoot, encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "");
}
