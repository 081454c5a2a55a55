import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { spawnPiped } from "./spawn-piped.ts";

const starved = fileURLToPath(new URL("./test-spawn-starved.ts", import.meta.url));

test("without spare file descriptors there is no child but a reason, and the process survives", async () => {
  const command = 'ulimit -n 60 && exec "$0" "$1"';
  const { stdout } = await promisify(execFile)("sh", ["-c", command, process.execPath, starved]);

  expect(JSON.parse(stdout)).toMatchObject({
    starved: null,
    half: null,
    reasons: expect.arrayContaining([expect.stringContaining("EMFILE")]),
    heard: "hello",
  });
});

test("a missing program reports a reason, then closes", async () => {
  const reason = Promise.withResolvers<unknown>();
  const spawned = spawnPiped(["/no/such/program"], { stdin: "ignore", onError: reason.resolve });
  const ended = new Promise((resolve) => spawned?.child.once("close", resolve));

  expect(String(await reason.promise)).toContain("ENOENT");
  expect(spawned?.input).toBeNull();
  await ended;
});
