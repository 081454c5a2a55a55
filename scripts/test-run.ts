import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { tellLeftOut, type Need } from "./need-rules.ts";
import { projectNeeds } from "./needs.ts";
import { readOutcome, type SuiteOutcome } from "./run-outcome.ts";
import { projectRoot, runProgram, runStaticChecks } from "./stage.ts";
import { placeOf, RunCount } from "./run-count.ts";
import type { Selection } from "./suite-kinds.ts";

interface RunOptions {
  /** Name of the folder in `test-results` for this run's output; replaces an earlier one. */
  readonly name: string;
  /** Needs missing on the machine: tests that have them are skipped. */
  readonly missing: readonly Need[];
  /** When to stop starting tests, in ms since 1970; null: never. */
  readonly deadlineMs?: number | null;
}

/** Runs tests and reports the outcome at the end. */
export class TestRun {
  readonly #missing: readonly Need[];
  readonly #deadlineMs: number | null;
  readonly #results: string;
  readonly #count = new RunCount();
  readonly #interrupted = new AbortController();
  #reports = 0;

  constructor({ name, missing, deadlineMs = null }: RunOptions) {
    this.#results = path.join(projectRoot, "test-results", name);
    rmSync(this.#results, { recursive: true, force: true });
    mkdirSync(this.#results, { recursive: true });
    this.#missing = missing;
    this.#deadlineMs = deadlineMs;
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => this.#interrupted.abort());
  }

  /** The checks alone leave one of two CPUs idle half of the time. */
  async runChecks(): Promise<void> {
    const { passed, failed } = await runStaticChecks();
    this.#count.addChecks(passed.length, failed);
  }

  /** @param isBeside whether other suites run that these must not hold up */
  async runSuites(selection: Selection, { isBeside = false } = {}): Promise<void> {
    const wanted = Object.entries(selection).flatMap(([project, suites]) =>
      suites.map((suite) => ({ project, suite })),
    );
    const withoutServer = wanted.filter(({ project }) =>
      this.#missing.some(({ tag }) => tag === projectNeeds[project]),
    );
    for (const { project, suite } of withoutServer)
      this.#count.leaveOut(project, suite, projectNeeds[project] ?? "");
    const toRun = wanted.filter((place) => !withoutServer.includes(place));
    if (toRun.length === 0) return;
    if (!this.#isOver) await this.#runVitest(toRun, { isBeside });
    if (this.#isOver)
      for (const { project, suite } of toRun) this.#count.cutUnlessRun(project, suite);
  }

  /** Reruns each failed suite that may be unsteady, alone. */
  async runFailedAgain(): Promise<void> {
    if (this.#interrupted.signal.aborted) return;
    for (const suite of this.#count.takeForSecondRun()) {
      console.log(`Running again, alone: ${placeOf(suite)}`);
      await this.#runVitest([suite], { deadlineMs: null, parameters: ["--maxWorkers=1"] });
    }
  }

  /**
   * Reports what was skipped, what failed and how many passed. Returns the exit code.
   * @param notRun other tests, and the command that runs them
   */
  end(notRun: readonly string[]): number {
    const { lines, unsteady, closing, isGreen } = this.#count.summary();
    for (const line of tellLeftOut(this.#count.leftOut, this.#missing, this.#count.suitesLeftOut))
      console.log(line);
    for (const line of notRun) console.log(line);
    if (unsteady.length > 0)
      writeFileSync(path.join(this.#results, "unsteady.json"), JSON.stringify(unsteady, null, 2));
    for (const line of lines) console.log(line);
    if (this.#interrupted.signal.aborted) console.log("The run was interrupted.");
    console.log(`The tests took ${childrenCpuSeconds()} s of CPU time.`);
    console.log(closing);
    if (this.#interrupted.signal.aborted) return 130;
    return isGreen ? 0 : 1;
  }

  get #isOver(): boolean {
    if (this.#interrupted.signal.aborted) return true;
    return this.#deadlineMs !== null && Date.now() >= this.#deadlineMs;
  }

  async #runVitest(
    places: readonly Pick<SuiteOutcome, "project" | "suite">[],
    {
      isBeside = false,
      deadlineMs = this.#deadlineMs,
      parameters = [],
    }: {
      readonly isBeside?: boolean;
      readonly deadlineMs?: number | null;
      readonly parameters?: readonly string[];
    },
  ): Promise<void> {
    const projects = [...new Set(places.map(({ project }) => project))];
    const suites = [...new Set(places.map(({ suite }) => suite))];
    const folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-test-"));
    const outcomeFile = path.join(folder, "outcome");
    writeFileSync(outcomeFile, "");
    this.#reports += 1;
    try {
      await runProgram(
        "vitest",
        [
          "run",
          ...projects.map((project) => `--project=${project}`),
          "--reporter=default",
          "--reporter=junit",
          `--outputFile.junit=${path.join(this.#results, `junit-${this.#reports}.xml`)}`,
          "--reporter=./scripts/outcome-reporter.ts",
          ...parameters,
          ...suites,
        ],
        {
          isBeside,
          signal: this.#interrupted.signal,
          environment: {
            TEST_OUTCOME_FILE: outcomeFile,
            ...(deadlineMs !== null && { TEST_ORDER: suites.join("\n") }),
            ...(deadlineMs !== null && { TEST_DEADLINE_MS: String(deadlineMs) }),
          },
        },
      );
      this.#countOutcome(outcomeFile, projects.join(", "));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  #countOutcome(outcomeFile: string, projects: string): void {
    const lines = readOutcome(outcomeFile);
    for (const line of lines) {
      if (line.kind === "suite") this.#count.add(line);
      if (line.kind === "error") this.#count.addError(`${projects}: ${line.words}`);
    }
    if (!lines.some(({ kind }) => kind === "end") && !this.#isOver)
      this.#count.addError(`${projects}: their run ended early, see above`);
  }
}

/** CPU time of all ended child processes, in seconds; Linux only. */
function childrenCpuSeconds(): string {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // proc_pid_stat(5): of the fields after the program's name, cutime and cstime are the 14th and 15th.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    return Math.round(((fields[13] ?? 0) + (fields[14] ?? 0)) / 100).toString();
  } catch {
    return "an unknown number of";
  }
}
