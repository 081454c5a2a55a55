import os from "node:os";
import path from "node:path";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { socketFolderOf } from "./data-folder.ts";
import { writeUpgradeBackup } from "./upgrade-command.ts";

/** Oldest first. */
const earlier = [
  "before-2.0.0-2021-01-01T04-00-00Z.backup.gz",
  "before-1.0.0-2022-01-01T04-00-00Z.backup.gz",
  "before-1.0.0-2023-01-01T04-00-00Z.backup.gz",
  "before-1.1.0-abcdef0-2024-01-01T04-00-00Z.backup.gz",
  "before-1.2.0-2025-01-01T04-00-00Z.backup.gz",
];
const others = ["my-own.backup.gz", "scheduled-2020-01-01T04-00-00Z.backup.gz"];

let dataDir: string;
let backups: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-upgrade-"));
  backups = path.join(dataDir, "backups");
  await mkdir(backups);
  for (const name of [...earlier, ...others]) await writeFile(path.join(backups, name), "backup");
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** A station that answers `backup FILE`, or fails. */
async function runStation({ exitCode }: { readonly exitCode: number }): Promise<AsyncDisposable> {
  const server = createServer((socket) => {
    socket.once("data", (bytes) => {
      const file = String(JSON.parse(String(bytes)).args[1]);
      const written = exitCode === 0 ? writeFile(file, "backup") : Promise.resolve();
      void written.then(() => socket.end(`${JSON.stringify({ kind: "done", exitCode })}\n`));
    });
  });
  const folder = socketFolderOf(dataDir);
  await mkdir(folder, { recursive: true });
  server.listen(path.join(folder, "control.sock"));
  await once(server, "listening");
  return server;
}

test("every upgrade attempt keeps the newest five pre-update backups, and touches no others", async () => {
  await using _station = await runStation({ exitCode: 0 });

  const backup = await writeUpgradeBackup({ version: "1.3.0", dataDir, print: () => {} });

  const left = await readdir(backups);
  expect(existsSync(backup)).toBe(true);
  expect(left.toSorted()).toEqual(
    [...earlier.slice(1), ...others, path.basename(backup)].toSorted(),
  );
});

test("a failed backup removes no earlier one", async () => {
  await using _station = await runStation({ exitCode: 1 });

  const written = writeUpgradeBackup({ version: "1.3.0", dataDir, print: () => {} });

  await expect(written).rejects.toThrow("The backup could not be written.");
  expect((await readdir(backups)).toSorted()).toEqual([...earlier, ...others].toSorted());
});
