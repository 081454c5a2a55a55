import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LockHeldError, takeLock } from "./data-lock.ts";

const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-lock-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Tries for the lock in another process; returns 'taken' or the error's name. */
async function tryElsewhere({
  dieHolding = false,
}: { readonly dieHolding?: boolean } = {}): Promise<string> {
  const script = `
    import { takeLock } from ${JSON.stringify(new URL("./data-lock.ts", import.meta.url).href)};
    try { takeLock({ folder: ${JSON.stringify(folder)}, name: "lock" }); console.log("taken"); }
    catch (error) { console.log(error.name); }
    ${dieHolding ? "process.kill(process.pid, 'SIGKILL')" : ""}`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script]).catch(
    (error: { stdout: string }) => error,
  );
  return stdout.trim();
}

test("while one process holds the lock no other gets it", async () => {
  const lock = takeLock({ folder, name: "lock" });

  expect(await tryElsewhere()).toBe("LockHeldError");
  expect(() => takeLock({ folder, name: "lock" })).toThrow(LockHeldError);

  lock[Symbol.dispose]();
  expect(await tryElsewhere()).toBe("taken");
});

test("a process killed while holding the lock leaves it free", async () => {
  expect(await tryElsewhere({ dieHolding: true })).toBe("taken");

  expect(() => takeLock({ folder, name: "lock" })[Symbol.dispose]()).not.toThrow();
});
