import { expect, test } from "vitest";
import { processorWaitMs } from "./processor-wait.ts";

test("a running process has waited for a CPU, a missing one has not", () => {
  const { pid } = process;

  expect(processorWaitMs(String(pid))).toBeGreaterThan(0);
  expect(processorWaitMs(`${pid}/task/${pid}`)).toBeGreaterThan(0);
  expect(processorWaitMs("")).toBe(0);
});
