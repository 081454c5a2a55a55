import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

/** Logs more than a pipe holds, then a fatal line once stdin has ended, and exits. */
const program = (create: string) => `
  const { createLog, createWatchedLog } = await import(${JSON.stringify(new URL("log.ts", import.meta.url).href)});
  const identity = { part: "test", level: "info" };
  const log = ${create};
  process.stdout.cork(); // Node makes it a pipe that does not block
  for (let line = 0; line < 2000; line += 1) log.info("x".repeat(1000));
  process.stderr.write("full");
  process.stdin.resume().on("end", () => {
    log.fatal("that was all");
    process.exit(7);
  });
`;

test.for(["createLog(identity)", "createWatchedLog(() => {}, identity)"])(
  "a process whose log has no reader any more still exits: %s",
  { timeout: 20_000 },
  async (create) => {
    await using held = new AsyncDisposableStack();
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program(create)]);
    held.defer(() => void child.kill("SIGKILL"));
    const ended = once(child, "exit");
    child.stdout.pause();
    await once(child.stderr, "data");

    child.stdout.destroy();
    child.stdin.end();

    expect(await ended).toEqual([7, null]);
  },
);
