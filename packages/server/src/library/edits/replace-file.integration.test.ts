import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("./test-replace-process.ts", import.meta.url));
const SIZE_BYTES = 4 * 1024 * 1024;
const KILLS = 12;

test("SIGKILL at any step leaves either the complete old file or the complete new one", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "replace-killed-"));
  const filePath = path.join(folder, "song.mp3");
  await writeFile(filePath, Buffer.alloc(SIZE_BYTES, 1));
  const outcomes: string[] = [];
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = spawn(process.execPath, [script, filePath], { stdio: "inherit" });
      // Kills at a different change in the folder each time: copy created, growing, written, renamed.
      let changes = 0;
      using watcher = watchFolder(folder, () => {
        changes += 1;
        if (changes > kill) child.kill("SIGKILL");
      });
      await once(child, "close");
      watcher.close();
      const content = await readFile(filePath);
      const isWhole = content.equals(Buffer.alloc(SIZE_BYTES, content[0]));
      outcomes.push(isWhole ? "whole" : "in pieces");
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  expect(outcomes).toEqual(Array(KILLS).fill("whole"));
});

function watchFolder(folder: string, onChange: () => void) {
  const watcher = watch(folder, onChange);
  return { close: () => watcher.close(), [Symbol.dispose]: () => watcher.close() };
}
