import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import type { RunOutcome } from "./run-outcome.ts";

/**
 * Tells `npm test` what a run of vitest came to: which of its projects failed where, which no report of vitest has.
 * @public vitest loads it by its path
 */
// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter from there
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { readonly message: string }[],
  ): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const outcome: RunOutcome = {
      passed: tests.filter((test) => test.result().state === "passed").length,
      leftOut: tests
        .filter((test) => test.result().state === "skipped")
        .map(({ module, fullName, tags }) => ({
          ...placeOf(module),
          name: fullName,
          tags: [...tags],
        })),
      suitesLeftOut: modules
        .filter((module) =>
          [...module.children.allTests()].every((test) => test.result().state === "skipped"),
        )
        .map((module) => {
          const { project, suite } = placeOf(module);
          return `${project}: ${suite}`;
        }),
      failures: [
        ...modules.flatMap(failuresOf),
        ...unhandled.map(({ message }) => `an error outside a test\n${indent(message)}`),
      ],
    };
    // vitest hands a reporter no options from its command line
    writeFileSync(process.env["TEST_OUTCOME_FILE"] ?? "", JSON.stringify(outcome));
  }
}

function placeOf({ project, moduleId }: TestModule) {
  return { project: project.name, suite: path.relative(process.cwd(), moduleId) };
}

/** One line for each failed test, or for a file or group that did not load, and why below it. */
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

/** An error and what caused it, the innermost last. */
function told({ stack, message, cause }: SerializedError): string {
  const own = stack ?? message;
  if (cause === undefined) return own;
  return `${own}\ncaused by: ${cause instanceof Object ? told(cause) : String(cause)}`;
}

/** The first lines of a message, set in, without those of the stack that are not ours. */
function indent(message: string): string {
  const lines = message.split("\n").filter((line) => !line.includes("node_modules"));
  return lines
    .slice(0, 20)
    .map((line) => `    ${line}`)
    .join("\n");
}
