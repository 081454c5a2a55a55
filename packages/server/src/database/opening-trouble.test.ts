import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findOpeningTrouble } from "./opening-trouble.ts";

/** RFC 3720 B.4: CRC-32C of 32 bytes of zeros. */
const ZEROS = { bytes: 32, crc: 0x8a_91_36_aa };
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "opening-trouble-"));
  await mkdir(path.join(folder, "global"));
  await writeFile(path.join(folder, "PG_VERSION"), "18\n");
  await writeControl(ZEROS.crc);
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Laid out as PostgreSQL does: the used bytes, their CRC, zeros. */
async function writeControl(crc: number): Promise<void> {
  const control = Buffer.alloc(8192);
  control.writeUInt32LE(crc, ZEROS.bytes);
  await writeFile(path.join(folder, "global/pg_control"), control);
}

test("nothing advises replacing the files unless they are proven damaged", async () => {
  expect(await findOpeningTrouble(folder)).toBeNull();
});

test.each([
  ["global/pg_control is damaged", () => writeControl(ZEROS.crc + 1)],
  ["global/pg_control is damaged", () => writeFile(path.join(folder, "global/pg_control"), "x")],
  ["global/pg_control is missing", () => rm(path.join(folder, "global/pg_control"))],
  ["PG_VERSION is missing", () => rm(path.join(folder, "PG_VERSION"))],
])("damage that is proven is named with the way back: %s", async (damage, spoil) => {
  await spoil();

  expect(await findOpeningTrouble(folder)).toBe(
    `its file ${damage}. Move the folder 'database' elsewhere, keep it, and restore a backup`,
  );
});

// Root can read everything.
test.skipIf(process.getuid?.() === 0)(
  "an unreadable file is named, and not mistaken for damage",
  async () => {
    await chmod(path.join(folder, "PG_VERSION"), 0o000);

    expect(await findOpeningTrouble(folder)).toMatch(
      /PG_VERSION can't be read and written \(EACCES\)/,
    );
  },
);
