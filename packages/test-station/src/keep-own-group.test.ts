import { expect, test } from "vitest";

// Signal 0 only checks that the process exists.
test("a signal to a process that was not found does not go to the whole run", () => {
  expect(() => process.kill(0, 0)).toThrow("There is no process to send 0 to");
  expect(() => process.kill(-0, 0)).toThrow("There is no process");
  expect(process.kill(process.pid, 0)).toBe(true);
});
