import type { LeftOutTest } from "./need-rules.ts";
import type { SuiteOutcome } from "./run-outcome.ts";

/** More unsteady suites than this are no coincidence. */
const MAX_UNSTEADY = 3;
/** A run with more failed suites than this is red, and none of them runs again. */
const MAX_SECOND_RUNS = 12;

/** Machine load can't affect these: a failure is a fault. */
const neverRunTwice: ReadonlySet<string> = new Set(["unit", "tree", "embedded", "postgres"]);

/** A suite that failed and then passed when run alone. */
interface UnsteadySuite {
  readonly suite: string;
  /** Why it failed at first. */
  readonly first: readonly string[];
}

export function placeOf({ project, suite }: Pick<SuiteOutcome, "project" | "suite">): string {
  return `${project}: ${suite}`;
}

/** The outcomes of a run's suites. */
export class RunCount {
  #checksPassed = 0;
  readonly #otherFailures: string[] = [];
  readonly #suites = new Map<string, SuiteOutcome>();
  /** First failures of suites that ran twice. */
  readonly #first = new Map<string, readonly string[]>();

  addChecks(passed: number, failed: readonly string[]): void {
    this.#checksPassed += passed;
    this.#otherFailures.push(...failed);
  }

  add(outcome: SuiteOutcome): void {
    this.#suites.set(placeOf(outcome), outcome);
  }

  addError(words: string): void {
    this.#otherFailures.push(words);
  }

  /** Adds a suite whose server is missing on the machine, as one test, since its own are unknown. */
  leaveOut(project: string, suite: string, tag: string): void {
    const leftOut = [{ name: suite, tags: [tag] }];
    this.add({ project, suite, passed: 0, leftOut, failures: [], isCut: false });
  }

  /** Marks a suite as cut by the time limit. */
  cutUnlessRun(project: string, suite: string): void {
    if (this.#suites.has(placeOf({ project, suite }))) return;
    this.add({ project, suite, passed: 0, leftOut: [], failures: [], isCut: true });
  }

  get leftOut(): readonly LeftOutTest[] {
    return [...this.#suites.values()].flatMap(({ project, suite, leftOut }) =>
      leftOut.map(({ name, tags }) => ({ project, suite, name, tags })),
    );
  }

  get suitesLeftOut(): ReadonlySet<string> {
    const whole = [...this.#suites.values()].filter(
      ({ passed, failures, leftOut, isCut }) =>
        leftOut.length > 0 && passed === 0 && failures.length === 0 && !isCut,
    );
    return new Set(whole.map(placeOf));
  }

  /** Failed suites worth a second run to see whether they are unsteady; none if there are too many. */
  takeForSecondRun(): readonly SuiteOutcome[] {
    const failed = [...this.#suites.values()].filter(
      ({ project, failures }) => failures.length > 0 && !neverRunTwice.has(project),
    );
    if (failed.length > MAX_SECOND_RUNS) return [];
    for (const suite of failed) this.#first.set(placeOf(suite), suite.failures);
    return failed;
  }

  summary(): {
    readonly lines: readonly string[];
    readonly unsteady: readonly UnsteadySuite[];
    readonly closing: string;
    readonly isGreen: boolean;
  } {
    const suites = [...this.#suites.values()];
    const unsteady = [...this.#first]
      .filter(([place]) => this.#suites.get(place)?.failures.length === 0)
      .map(([suite, first]) => ({ suite, first }));
    const failures = [...this.#otherFailures, ...suites.flatMap((suite) => suite.failures)];
    if (unsteady.length > MAX_UNSTEADY)
      failures.push(`${unsteady.length} suites are unsteady, and at most ${MAX_UNSTEADY} may be`);
    const passed = this.#checksPassed + suites.reduce((sum, suite) => sum + suite.passed, 0);
    const skipped = this.leftOut.length === 0 ? "" : `, ${this.leftOut.length} skipped`;
    return {
      lines: [
        ...listed(
          "left out, as the run ended before them:",
          suites.filter(({ isCut }) => isCut).map(placeOf),
        ),
        ...unsteady.flatMap(({ suite, first }) => [
          `UNSTEADY ${suite}: failed, and passed alone`,
          ...first.map((failure) => `  ${failure}`),
        ]),
        ...failures.map((failure) => `FAILED ${failure}`),
      ],
      unsteady,
      closing: `${passed} passed, ${failures.length} failed${skipped}`,
      isGreen: failures.length === 0 && passed > 0,
    };
  }
}

function listed(title: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [title, ...names.map((name) => `  ${name}`)];
}
