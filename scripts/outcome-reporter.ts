import { appendFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node";
import type { OutcomeLine } from "./run-outcome.ts";

/**
 * Reports each suite's outcome to the test run, and ends vitest at the run's deadline: running tests finish, no other
 * begins.
 * @public vitest loads it by its path
 */
// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter from there
export default class OutcomeReporter implements Reporter {
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  onInit(vitest: Vitest): void {
    // vitest hands a reporter no options from its command line
    const deadline = process.env["TEST_DEADLINE_MS"];
    if (deadline === undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#isOver = true;
        void vitest.cancelCurrentRun("keyboard-input");
      },
      Math.max(0, Number(deadline) - Date.now()),
    );
  }

  onTestModuleEnd(module: TestModule): void {
    const skipped = [...module.children.allTests("skipped")];
    const isCut = this.#isOver && skipped.length > 0;
    write({
      kind: "suite",
      ...placeOf(module),
      passed: [...module.children.allTests("passed")].length,
      leftOut: isCut
        ? []
        : skipped.map(({ fullName, tags }) => ({ name: fullName, tags: [...tags] })),
      failures: failuresOf(module),
      isCut,
    });
  }

  onTestRunEnd(
    _modules: readonly TestModule[],
    unhandled: readonly { readonly message: string }[],
  ): void {
    clearTimeout(this.#timer);
    for (const { message } of unhandled)
      write({ kind: "error", words: `an error outside a test\n${indent(message)}` });
    write({ kind: "end" });
  }
}

function write(line: OutcomeLine): void {
  appendFileSync(process.env["TEST_OUTCOME_FILE"] ?? "", `${JSON.stringify(line)}\n`);
}

function placeOf({ project, moduleId }: TestModule) {
  return { project: project.name, suite: path.relative(process.cwd(), moduleId) };
}
/** One line per failed test, or per file or group that did not load, followed by the reason. */
function failuresOf(module: TestModule): string[] {
  const { project, suite } = placeOf(module);
  const file = `${project}: ${suite}`;
  const failed = [...module.children.allTests("failed")].map((test) => ({
    name: `${file} > ${test.fullName}`,
    errors: test.result().errors ?? [],
  }));
  const notRun = [module, ...module.children.allSuites()].map((suite) => ({
    name: file,
    errors: suite.errors(),
  }));
  return [...failed, ...notRun.filter(({ errors }) => errors.length > 0)].map(
    ({ name, errors }) => `${name}\n${indent(errors.map(told).join("\n"))}`,
  );
}

/** An error and its causes, innermost last. */
function told({ stack, message, cause }: SerializedError): string {
  const own = stack ?? message;
  if (cause === undefined) return own;
  return `${own}\ncaused by: ${cause instanceof Object ? told(cause) : String(cause)}`;
}

/** The first lines of a message, indented, without foreign stack frames. */
function indent(message: string): string {
  const lines = message.split("\n").filter((line) => !line.includes("node_modules"));
  return lines
    .slice(0, 20)
    .map((line) => `    ${line}`)
    .join("\n");
}
