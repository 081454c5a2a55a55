import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { PassThrough } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { once } from "node:events";
import * as z from "zod";
import { readEveryRow, replaceEveryRow, type BackedUpRow } from "../database/backup-store.ts";
import type { Database } from "../database/database.ts";
import { ARTWORK_FOLDER } from "../http/art.ts";

const VERSION = 1;
const coverNamePattern = /^[\w-]{1,220}\.webp$/;
/** One line of a backup. */
const lineSchema = z.union([
  z.object({ neonRelayBackup: z.literal(VERSION), createdAt: z.iso.datetime() }),
  z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) }),
  z.object({ cover: z.string().regex(coverNamePattern), base64: z.base64() }),
]);
type Line = z.infer<typeof lineSchema>;

export interface BackupParts {
  readonly database: Database;
  readonly dataDir: string;
}

/**
 * Writes the database, as of one moment, and the covers, as gzipped lines of JSON.
 * @param file is made, readable by its owner only; nothing is left of it on failure
 */
export async function writeBackup(
  { database, dataDir }: BackupParts,
  { file, createdAt }: { readonly file: string; readonly createdAt: Date },
): Promise<void> {
  const lines = new PassThrough();
  const written = pipeline(
    lines,
    createGzip(),
    createWriteStream(file, { flags: "wx", mode: 0o600 }),
  );
  const write = async (text: string) => {
    // Whichever comes first: room for more, or the end of what would take it.
    if (!lines.write(`${text}\n`)) await Promise.race([once(lines, "drain"), written]);
  };
  try {
    await write(
      JSON.stringify({
        neonRelayBackup: VERSION,
        createdAt: createdAt.toISOString(),
      } satisfies Line),
    );
    await readEveryRow(database, ({ table, row }) =>
      write(`{"table":${JSON.stringify(table)},"row":${row}}`),
    );
    for (const cover of await listCovers(dataDir)) {
      const image = await readFile(path.join(dataDir, ARTWORK_FOLDER, cover));
      await write(JSON.stringify({ cover, base64: image.toString("base64") } satisfies Line));
    }
    lines.end();
    await written;
  } catch (error) {
    lines.destroy();
    await written.catch(() => {}); // the first failure is told
    await rm(file, { force: true });
    throw error;
  }
}

/**
 * Puts a backup in the place of database and covers. A backup that can't be read whole changes nothing.
 * @throws when it can't
 */
export async function readBackup({ database, dataDir }: BackupParts, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(dataDir, "restore-"));
  try {
    await replaceEveryRow(
      database,
      rowsOf(file, (cover, image) => writeFile(path.join(folder, cover), image)),
    );
    await mkdir(path.join(dataDir, ARTWORK_FOLDER), { recursive: true });
    for (const cover of await readdir(folder))
      await rename(path.join(folder, cover), path.join(dataDir, ARTWORK_FOLDER, cover));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The rows of a backup; covers are handed on as they come. */
async function* rowsOf(
  file: string,
  takeCover: (name: string, image: Buffer) => Promise<void>,
): AsyncIterable<BackedUpRow> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  const piped = pipeline(source, unpacked);
  piped.catch(() => {}); // told by the lines below, or after them
  let isFirst = true;
  for await (const text of createInterface({ input: unpacked, crlfDelay: Infinity })) {
    const line = lineSchema.parse(JSON.parse(text));
    if (isFirst !== "neonRelayBackup" in line) throw new Error("this is not a backup of a station");
    isFirst = false;
    if ("table" in line) yield { table: line.table, row: JSON.stringify(line.row) };
    else if ("cover" in line) await takeCover(line.cover, Buffer.from(line.base64, "base64"));
  }
  await piped;
  if (isFirst) throw new Error("this is not a backup of a station");
}

async function listCovers(dataDir: string): Promise<readonly string[]> {
  try {
    const names = await readdir(path.join(dataDir, ARTWORK_FOLDER));
    return names.filter((name) => coverNamePattern.test(name)).toSorted();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
