import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import { missingWords, tellLeftOut, type LeftOutTest } from "./need-rules.ts";
import { missingNeeds, projectNeeds, type Need } from "./needs.ts";
import { runOutcomeSchema } from "./run-outcome.ts";
import { projectRoot, runBelow, runProgram, runStaticChecks } from "./stage.ts";

const listSchema = z.array(z.object({ file: z.string() }));

/** A run of tests that installs what they need first and counts at its end. */
export class TestRun {
  readonly #missing: readonly Need[];
  #passed = 0;
  /** Told once more at the very end, where who reads only the last lines of a long run finds them. */
  readonly #failures: string[] = [];
  /** In words, for the very end. */
  readonly #leftOut: LeftOutTest[] = [];
  readonly #suitesLeftOut = new Set<string>();

  /** @param needs all that these tests need of the machine */
  constructor(needs: readonly Need[]) {
    this.#missing = installMissing(needs);
  }

  /** They leave one of two processors idle half of their time. */
  async runChecks(): Promise<void> {
    const { passed, failed } = await runStaticChecks();
    this.#passed += passed.length;
    this.#failures.push(...failed);
  }

  async runProjects(
    wanted: readonly string[],
    { isBeside = false }: { readonly isBeside?: boolean } = {},
  ): Promise<void> {
    const without = wanted.filter((project) =>
      this.#missing.some(({ tag }) => tag === projectNeeds[project]),
    );
    for (const project of without) this.#leaveOut(project);
    const projects = wanted.filter((project) => !without.includes(project));
    if (projects.length === 0) return;
    const folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-test-"));
    const outcomeFile = path.join(folder, "outcome.json");
    try {
      const code = await (isBeside ? runBelow : runProgram)(
        "vitest",
        [
          "run",
          ...projects.map((project) => `--project=${project}`),
          "--reporter=default",
          "--reporter=./scripts/outcome-reporter.ts",
        ],
        { TEST_OUTCOME_FILE: outcomeFile },
      );
      const outcome = runOutcomeSchema.parse(JSON.parse(readFileSync(outcomeFile, "utf8")));
      this.#passed += outcome.passed;
      this.#leftOut.push(...outcome.leftOut);
      for (const suite of outcome.suitesLeftOut) this.#suitesLeftOut.add(suite);
      this.#failures.push(...outcome.failures);
      if (outcome.failures.length === 0 && code !== 0)
        this.#failures.push(`${projects.join(", ")}: an error outside a test, see their run`);
    } catch (cause) {
      console.error(`The tests ${projects.join(", ")} left no readable outcome:`, cause);
      this.#failures.push(`${projects.join(", ")}: no readable outcome`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Says what was left out, what failed and how many passed. Gives the exit code. */
  end(): number {
    for (const line of tellLeftOut(this.#leftOut, this.#missing, this.#suitesLeftOut))
      console.log(line);
    for (const failure of this.#failures) console.log(`FAILED ${failure}`);
    const skipped = this.#leftOut.length === 0 ? "" : `, ${this.#leftOut.length} skipped`;
    console.log(`${this.#passed} passed, ${this.#failures.length} failed${skipped}`);
    return this.#failures.length === 0 && this.#passed > 0 ? 0 : 1;
  }

  /** Every suite of a project whose server can't run: one each, as their tests are not known. */
  #leaveOut(project: string): void {
    const { stdout } = spawnSync(
      "vitest",
      ["list", "--filesOnly", "--json", `--project=${project}`],
      {
        cwd: projectRoot,
        encoding: "utf8",
      },
    );
    for (const { file } of listSchema.parse(JSON.parse(stdout))) {
      const suite = path.relative(projectRoot, file);
      this.#leftOut.push({ project, suite, name: suite, tags: [projectNeeds[project] ?? ""] });
      this.#suitesLeftOut.add(`${project}: ${suite}`);
    }
  }
}

/**
 * Installs missing packages on Debian as root. With CI=true nothing may be missing after that; else the tests that
 * need it are left out.
 */
function installMissing(needs: readonly Need[]): readonly Need[] {
  const packages = missingNeeds(needs)
    .filter(({ isPackage }) => isPackage)
    .map(({ tag }) => tag);
  if (packages.length > 0 && existsSync("/usr/bin/apt-get") && process.getuid?.() === 0)
    installPackages(packages);
  const stillMissing = missingNeeds(needs);
  if (stillMissing.length === 0) return [];
  console.error(missingWords(stillMissing));
  if (process.env["CI"] === "true") {
    console.error("With CI=true no test may be left out.");
    console.log("0 passed, 1 failed");
    process.exit(1);
  }
  console.error("The tests that need them are left out, and named at the end.");
  return stillMissing;
}

function installPackages(packages: readonly string[]): void {
  console.error(`Installing what the tests need: ${packages.join(", ")}`);
  const apt = (...parameters: string[]) =>
    spawnSync("apt-get", parameters, {
      stdio: ["ignore", 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status;
  if (
    apt("update", "-qq") !== 0 ||
    apt("install", "-y", "-qq", "--no-install-recommends", ...packages) !== 0
  )
    console.error("apt-get failed: see its message above.");
}
