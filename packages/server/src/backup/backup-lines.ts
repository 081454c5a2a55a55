import { LineTooLongError, readJsonLines } from "@neonrelay/process/json-lines";
import { describeProgram, readProgramVersion } from "@neonrelay/process/program-version";
import { createReadStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as z from "zod";
import { ownSchemaVersion } from "../database/own-schema.ts";
import { type FileRange, UnreadableBackupError } from "./backup-file.ts";

const VERSION = 1;
/** A row, or a cover in base64. */
const MAX_LINE_LENGTH = 32 * 1024 * 1024;
/** A small file could unpack to any size. */
const MAX_UNPACKED_BYTES = 32 * 1024 ** 3;
/**
 * Rows and covers compress to a twentieth at best; below `MANY_BYTES`, a small station's repetitive rows may do better.
 */
const MAX_UNPACKED_RATIO = 200;
const MANY_BYTES = 64 * 1024 ** 2;
/** Nesting limit for a value in a row; the deepest of ours has a tenth of it. Serialising recurses once per level. */
const DEEPEST_VALUE = 100;
export const coverNamePattern = /^[\w-]{1,220}\.webp$/;

/** Header of a backup, as any release writes it. */
const headSchema = z.object({
  neonRelayBackup: z.int(),
  createdAt: z.iso.datetime(),
  /** The program that wrote it; older ones did not say. */
  program: z.optional(z.string().max(100)),
  /** Schema version of the rows, as `ownSchemaVersion`. */
  schema: z.optional(z.nullable(z.number())),
});
const lineSchema = z.union([
  z.object({ ...headSchema.shape, neonRelayBackup: z.literal(VERSION) }),
  z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) }),
  z.object({ cover: z.string().regex(coverNamePattern), base64: z.base64() }),
]);
/** A line of a backup: the header, which comes first, a row, or a cover. */
export type BackupLine = z.infer<typeof lineSchema>;

export function firstLineOf({
  createdAt,
  schema,
}: {
  readonly createdAt: Date;
  /** Of the rows; null without tables of ours. */
  readonly schema: number | null;
}): BackupLine {
  return {
    neonRelayBackup: VERSION,
    createdAt: createdAt.toISOString(),
    program: describeProgram(readProgramVersion()),
    schema,
  };
}

/**
 * The lines of a backup, in order.
 * @throws UnreadableBackupError as soon as one can't be read
 */
export async function* readBackupLines({
  file,
  start,
  sizeBytes,
}: FileRange): AsyncGenerator<BackupLine, void, undefined> {
  const unpacked = limitBytes(
    Math.min(MAX_UNPACKED_BYTES, Math.max(MANY_BYTES, sizeBytes * MAX_UNPACKED_RATIO)),
  );
  const piped = pipeline(
    createReadStream(file, { start, end: start + sizeBytes - 1 }),
    createGunzip(),
    unpacked,
  );
  piped.catch(() => {}); // reported by the lines below
  let number = 0;
  try {
    for await (const value of readJsonLines(unpacked, { maxLineBytes: MAX_LINE_LENGTH })) {
      number += 1;
      const line = lineSchema.safeParse(value);
      if (number === 1) requireNotNewer(value);
      if (number === 1 && !isFirstLine(line.data))
        throw new UnreadableBackupError("it is not a backup of a station");
      if (line.data === undefined || (number > 1 && isFirstLine(line.data)))
        throw new UnreadableBackupError(`line ${number} is not a line of a backup`);
      if ("table" in line.data && isDeeper(line.data.row, DEEPEST_VALUE))
        throw new UnreadableBackupError(
          `line ${number} is nested deeper than any row of a station`,
        );
      yield line.data;
    }
  } catch (error) {
    throw isDamage(error)
      ? new UnreadableBackupError(
          number === 0 ? "it is not a backup of a station" : "it is incomplete or damaged",
          { cause: error },
        )
      : error;
  }
  await piped;
  if (number === 0) throw new UnreadableBackupError("it is empty");
}

/** @throws UnreadableBackupError naming both programs */
function requireNotNewer(value: unknown): void {
  const head = headSchema.safeParse(value).data;
  if (head === undefined) return;
  const isNewer = head.neonRelayBackup > VERSION || (head.schema ?? 0) > ownSchemaVersion();
  if (!isNewer) return;
  const newer = head.program === undefined ? "" : ` ${head.program}`;
  throw new UnreadableBackupError(
    `it was made by a newer version${newer}; this is ${describeProgram(readProgramVersion())}. Update this station first, then restore`,
  );
}

function isFirstLine(line: BackupLine | undefined): boolean {
  return line !== undefined && "neonRelayBackup" in line;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/** Errors of zlib and JSON for a truncated, changed or foreign file. */
function isDamage(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof LineTooLongError) return true;
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

function limitBytes(limit: number): Transform {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > limit) done(new UnreadableBackupError("it is larger than any station's backup"));
      else done(null, chunk);
    },
  });
}
