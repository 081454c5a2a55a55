import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDump } from "./dump-file.ts";

const MIB = 1024 ** 2;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "neonrelay-dump-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function sizeOf(content: Buffer): Promise<number> {
  const file = path.join(folder, "dump.sql.gz");
  await writeFile(file, content);
  let bytes = 0;
  for await (const chunk of await openDump(file)) bytes += chunk.length;
  return bytes;
}

test("a dump is read completely, however strongly a small one is compressed", async () => {
  expect(await sizeOf(gzipSync(Buffer.alloc(16 * MIB)))).toBe(16 * MIB);
  expect(await sizeOf(Buffer.from("select 1;"))).toBe(9);
});

test.each([
  ["gzip", gzipSync(Buffer.alloc(17 * MIB))],
  ["zstd", zstdCompressSync(Buffer.alloc(17 * MIB))],
])("a dump in %s that grows beyond any real dump is abandoned", async (_what, content) => {
  await expect(sizeOf(content)).rejects.toThrow("becomes more than 200 times larger");
});
