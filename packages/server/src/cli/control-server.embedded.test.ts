import { connect } from "node:net";
import path from "node:path";
import { createLogTo } from "@neonrelay/process/log";
import { afterEach, expect, test, vi } from "vitest";
import { askRunningStation } from "./control-client.ts";
import { ControlServer } from "./control-server.ts";
import { startTestCommands } from "./test-commands.ts";

afterEach(() => void vi.useRealTimers());

test("a client that never finishes its command line is cut off after ten seconds, and others are answered", async () => {
  await using commands = await startTestCommands();
  const lines: string[] = [];
  const log = createLogTo((line) => lines.push(line), { part: "test", level: "warn" });
  const socketPath = path.join(commands.server.dataDir, "control.sock");
  const control = await ControlServer.start(socketPath, { parts: commands.parts, log });
  try {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    // The maximum number of connections.
    const silent = Array.from({ length: 8 }, () => connect(socketPath));
    for (const socket of silent) {
      socket.on("error", () => {}); // it gets cut off
      socket.write('{"args":["he');
    }
    // Repeated until the limit of each has started.
    const tenSecondsLater = () => {
      vi.advanceTimersByTime(10_000);
      return silent.filter(({ closed }) => !closed);
    };
    await expect.poll(tenSecondsLater).toEqual([]);
    vi.useRealTimers();

    const print = (): void => {};
    expect(await askRunningStation({ socketPath, args: ["help"], print })).toBe(0);
    expect(lines).toEqual([]);
  } finally {
    await control.close();
  }
});
