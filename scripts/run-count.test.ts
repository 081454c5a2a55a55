import { expect, test } from "vitest";
import { RunCount } from "./run-count.ts";

function ran(suite: string, { project = "sound", passed = 2, failures = [] as string[] } = {}) {
  return { project, suite, passed, leftOut: [], failures, isCut: false };
}

const failed = (suite: string, project = "sound") =>
  ran(suite, { project, passed: 1, failures: [`${project}: ${suite} > it plays\n    silence`] });

/** A run in which the given suites failed at first and passed when run again. */
function withUnsteady(suites: readonly string[]): RunCount {
  const count = new RunCount();
  count.add(ran("steady.ts"));
  for (const suite of suites) count.add(failed(suite));
  for (const { suite } of count.takeForSecondRun()) count.add(ran(suite));
  return count;
}

test("a suite that passes when run alone is unsteady: named with its first failure, and green", () => {
  const { lines, unsteady, closing, isGreen } = withUnsteady(["a.ts"]).summary();

  expect(isGreen).toBe(true);
  expect(closing).toBe("4 passed, 0 failed");
  expect(lines).toEqual([
    "UNSTEADY sound: a.ts: failed, and passed alone",
    "  sound: a.ts > it plays\n    silence",
  ]);
  expect(unsteady).toEqual([
    { suite: "sound: a.ts", first: ["sound: a.ts > it plays\n    silence"] },
  ]);
});

test("three unsteady suites pass, four fail the run", () => {
  expect(withUnsteady(["a.ts", "b.ts", "c.ts"]).summary().isGreen).toBe(true);

  const { closing, isGreen, lines } = withUnsteady(["a.ts", "b.ts", "c.ts", "d.ts"]).summary();

  expect(isGreen).toBe(false);
  expect(closing).toBe("10 passed, 1 failed");
  expect(lines.at(-1)).toBe("FAILED 4 suites are unsteady, and at most 3 may be");
});

test("a suite that fails twice is red", () => {
  const count = new RunCount();
  count.add(failed("a.ts"));
  for (const { suite } of count.takeForSecondRun()) count.add(failed(suite));

  const { isGreen, unsteady, closing } = count.summary();

  expect({ isGreen, unsteady, closing }).toEqual({
    isGreen: false,
    unsteady: [],
    closing: "1 passed, 1 failed",
  });
});

test("unit and database suites never run twice, and nothing does after a dozen failed suites", () => {
  const count = new RunCount();
  for (const project of ["unit", "tree", "embedded", "postgres"])
    count.add(failed("a.ts", project));
  expect(count.takeForSecondRun()).toEqual([]);

  for (let number = 0; number < 13; number += 1) count.add(failed(`${number}.ts`));
  expect(count.takeForSecondRun()).toEqual([]);
});

test("suites cut by the time limit are named, and are not failures", () => {
  const count = new RunCount();
  count.add(ran("a.ts"));
  count.cutUnlessRun("sound", "a.ts");
  count.cutUnlessRun("sound", "b.ts");

  const { lines, closing, isGreen } = count.summary();

  expect(lines).toEqual(["left out, as the run ended before them:", "  sound: b.ts"]);
  expect({ closing, isGreen }).toEqual({ closing: "2 passed, 0 failed", isGreen: true });
});

test("checks count as tests, skipped tests are counted, and a run without tests is red", () => {
  const count = new RunCount();
  expect(count.summary().isGreen).toBe(false);
  count.addChecks(5, ["lint"]);
  count.leaveOut("postgres", "a.ts", "postgresql");

  expect(count.summary()).toMatchObject({
    closing: "5 passed, 1 failed, 1 skipped",
    lines: ["FAILED lint"],
    isGreen: false,
  });
  expect([...count.suitesLeftOut]).toEqual(["postgres: a.ts"]);
});
