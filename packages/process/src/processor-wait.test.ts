import { expect, test } from "vitest";
import { processorWaitMs } from "./processor-wait.ts";

test("a process that has run has waited for a processor, and one that is not there has not", () => {
  const { pid } = process;

  expect(processorWaitMs(String(pid))).toBeGreaterThan(0);
  expect(processorWaitMs(`${pid}/task/${pid}`)).toBeGreaterThan(0);
  expect(processorWaitMs("")).toBe(0);
});
