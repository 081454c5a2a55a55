import { expect, test } from "vitest";
import { well, type Finding } from "./finding.ts";
import { exitCodeOf, runChecks, type OpenChecks } from "./run-checks.ts";

const checkedAt = new Date(0);
const check = (id: string, run: () => Promise<Finding>, limitMs = 60_000) => ({
  id,
  title: id,
  limitMs,
  run,
});

test("a check that hangs or throws is bad, and the others are reported", async () => {
  const never = Promise.withResolvers<Finding>();
  const report = await runChecks(
    [
      check("hangs", () => never.promise, 1),
      check("throws", () => Promise.reject(new Error("broken"))),
      check("works", () => Promise.resolve(well("fine"))),
    ],
    { open: new Map(), checkedAt },
  );

  expect(report).toMatchObject({
    state: "bad",
    checks: [
      { id: "hangs", state: "bad", found: "no result within 0.001 s" },
      { id: "throws", state: "bad", found: "failed: broken" },
      { id: "works", state: "ok", found: "fine", advice: null },
    ],
  });
});

test("a hanging check is not started twice, and its result counts once it arrives", async () => {
  const open: OpenChecks = new Map();
  const slow = Promise.withResolvers<Finding>();
  let begun = 0;
  const run = () => {
    begun += 1;
    return slow.promise;
  };

  const first = await runChecks([check("disk", run, 1)], { open, checkedAt });
  const second = runChecks([check("disk", run)], { open, checkedAt });
  slow.resolve(well("there"));

  expect(first.state).toBe("bad");
  expect((await second).state).toBe("ok");
  expect([begun, open.size]).toEqual([1, 0]);
});

test("a check is told when its time is up", async () => {
  let isAborted = false;
  const run = async (signal: AbortSignal) => {
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => aborted.resolve());
    await aborted.promise;
    isAborted = signal.aborted;
    return well("late");
  };

  await runChecks([{ ...check("slow", () => Promise.resolve(well(""))), limitMs: 1, run }], {
    open: new Map(),
    checkedAt,
  });

  await expect.poll(() => isAborted).toBe(true);
});

test("exit codes distinguish failures, warnings and unknown commands", () => {
  expect([exitCodeOf("ok"), exitCodeOf("warning"), exitCodeOf("bad")]).toEqual([0, 3, 1]);
});
