import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { BACKUP_NAME, CHECKSUMS_NAME, MAX_CHECKSUM_LINE_BYTES } from "./archive-format.ts";
import { openBackupFile } from "./backup-file.ts";
import { TAR_BLOCK_BYTES, tarEnd, tarHeader } from "./tar-headers.ts";

/** Longest list of the largest possible library. */
const CLAIMED_BYTES = 500_000 * MAX_CHECKSUM_LINE_BYTES;

test("a list of checksums longer than its file is refused before memory is allocated for it", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-backup-"));
  const file = path.join(folder, "backup.tar");
  const header = (name: string, sizeBytes: number) =>
    tarHeader({ folder: "", name, sizeBytes, modifiedAtMs: 0 });
  await writeFile(
    file,
    Buffer.concat([
      header(BACKUP_NAME, TAR_BLOCK_BYTES),
      Buffer.alloc(TAR_BLOCK_BYTES),
      header(CHECKSUMS_NAME, CLAIMED_BYTES),
      tarEnd,
    ]),
  );
  const before = process.memoryUsage().arrayBuffers;
  try {
    const outcome = await openBackupFile(file).catch((error: unknown) => error);
    const grown = process.memoryUsage().arrayBuffers - before;

    expect(outcome).toMatchObject({ message: expect.stringContaining("incomplete or damaged") });
    expect(grown).toBeLessThan(CLAIMED_BYTES / 2);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
