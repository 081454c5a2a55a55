// `npm run planted-faults`: do the tests earn their time? Each fault of scripts/planted-faults is applied alone in a
// clone. Then the suites of `npm test` that import its file run, nearest first, up to the first failure; if none fails,
// the promise suites run. A suite that also fails without the fault does not count. `-- NAME …` tries only some faults;
// `-- --outer NAME …` tries faults that `npm test` misses against the suites of `npm run test:all`.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { readImports } from "./import-graph.ts";
import { plantFault, readPlantedFaults, type PlantedFault } from "./planted-fault.ts";
import { readOutcome, type SuiteOutcome } from "./run-outcome.ts";
import { projectRoot, runProgram } from "./stage.ts";
import { importsBetween } from "./suite-order.ts";
import { projectNames, suitesOf, type ProjectName } from "./suite-kinds.ts";

const MIDDLE: readonly ProjectName[] = ["unit", "embedded"];
/** They start whole stations, which imports don't show, so they run for every fault that nothing nearer catches. */
const JOURNEYS: readonly ProjectName[] = ["promise"];
const OUTER: readonly ProjectName[] = [
  "sound",
  "integration",
  "e2e",
  "embedded-stations",
  "failover",
];
/** Suites at a time: the nearest catch most faults, and vitest takes a second for every twenty suites. */
const BATCH = 40;

const { values, positionals } = parseArgs({
  options: { outer: { type: "boolean", default: false } },
  allowPositionals: true,
});
const wanted = readPlantedFaults().filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
const folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-planted-"));
const clone = path.join(folder, "neonrelay");
const missed: PlantedFault[] = [];
try {
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", projectRoot, clone]);
  const installed = await inClone("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (installed !== 0) throw new Error("npm ci failed in the clone");
  for (const fault of wanted) {
    const startedMs = Date.now();
    const finder = await findFault(fault);
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    console.log(
      `${finder === null ? "MISSED" : "found"} ${fault.name}: ${finder ?? fault.breaks} (${seconds} s)`,
    );
    if (finder === null) missed.push(fault);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const { name, breaks } of missed) console.log(`MISSED ${name}: ${breaks}`);
console.log(`${wanted.length - missed.length} of ${wanted.length} planted faults found`);

/** @returns the first line of the failure that catches it; null if none does */
async function findFault(fault: PlantedFault): Promise<string | null> {
  const file = path.join(clone, fault.file);
  const text = readFileSync(file, "utf8");
  for (const batch of batchesFor(fault)) {
    writeFileSync(file, plantFault(text, fault));
    const failed = await failuresOf(batch);
    writeFileSync(file, text);
    for (const { suite, failures } of failed)
      if ((await failuresOf([suite])).length === 0) return failures[0]?.split("\n")[0] ?? suite;
  }
  return null;
}

function batchesFor({ file }: PlantedFault): readonly (readonly string[])[] {
  const between = importsBetween(readImports(), [path.join(projectRoot, file)]);
  const distanceOf = (suite: string) => between.get(path.join(projectRoot, suite)) ?? Infinity;
  const near = (projects: readonly ProjectName[]) =>
    [...new Set(projects.flatMap(suitesOf))]
      .filter((suite) => distanceOf(suite) !== Infinity)
      .toSorted((one, other) => distanceOf(one) - distanceOf(other));
  if (values.outer) return inBatches([...near(OUTER), ...OUTER.flatMap(suitesOf)], 4);
  return [...inBatches(near(MIDDLE), BATCH), ...inBatches(JOURNEYS.flatMap(suitesOf), 4)];
}

function inBatches(suites: readonly string[], size: number): readonly (readonly string[])[] {
  const all = [...new Set(suites)];
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** The failures among those suites, up to the first. */
async function failuresOf(suites: readonly string[]): Promise<readonly SuiteOutcome[]> {
  const projects = projectNames.filter(
    (project) =>
      [...MIDDLE, ...JOURNEYS, ...(values.outer ? OUTER : [])].includes(project) &&
      suites.some((suite) => suitesOf(project).includes(suite)),
  );
  const outcomeFile = path.join(folder, "outcome");
  writeFileSync(outcomeFile, "");
  await inClone(
    "vitest",
    [
      "run",
      ...projects.map((project) => `--project=${project}`),
      "--bail=1",
      "--reporter=./scripts/outcome-reporter.ts",
      ...suites,
    ],
    { TEST_OUTCOME_FILE: outcomeFile },
  );
  return readOutcome(outcomeFile).flatMap((line) =>
    line.kind === "suite" && line.failures.length > 0 ? [line] : [],
  );
}

async function inClone(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const bin = path.join(clone, "node_modules", ".bin");
  return await runProgram(program, parameters, {
    folder: clone,
    isQuiet: true,
    environment: { ...environment, PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}` },
  });
}
