import { ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { signalChild } from "./signal-child.ts";

test("a child that never started is not signalled: its handle may name any process", () => {
  const child = new ChildProcess();
  const kill = vi.spyOn(child, "kill").mockReturnValue(false);

  expect(signalChild(child, "SIGKILL")).toBe(false);
  expect(kill).not.toHaveBeenCalled();
});

test("a running child is signalled, an ended one is not", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const exited = once(child, "exit");

  expect(signalChild(child, "SIGTERM")).toBe(true);
  expect(await exited).toEqual([null, "SIGTERM"]);
  expect(signalChild(child, "SIGTERM")).toBe(false);
});
