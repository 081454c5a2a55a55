import { LineTooLongError, readJsonLines } from "@neonrelay/process/json-lines";
import { createReadStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as z from "zod";
import type { FileRange } from "./backup-file.ts";

const VERSION = 1;
/** A cover in base64, or a row. */
const MAX_LINE_LENGTH = 32 * 1024 * 1024;
/** A small file may unpack to whatever its sender likes. */
const MAX_UNPACKED_BYTES = 32 * 1024 ** 3;
export const coverNamePattern = /^[\w-]{1,220}\.webp$/;

const lineSchema = z.union([
  z.object({ neonRelayBackup: z.literal(VERSION), createdAt: z.iso.datetime() }),
  z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) }),
  z.object({ cover: z.string().regex(coverNamePattern), base64: z.base64() }),
]);
/** One line of a backup: what it is, which comes first, a row, or a cover. */
export type BackupLine = z.infer<typeof lineSchema>;

/** A file that is no backup, or none of this station's; the message is a sentence for people. */
export class UnreadableBackupError extends Error {
  override readonly name = "UnreadableBackupError";
}

export function firstLineOf(createdAt: Date): BackupLine {
  return { neonRelayBackup: VERSION, createdAt: createdAt.toISOString() };
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
  const unpacked = limitBytes(MAX_UNPACKED_BYTES);
  const piped = pipeline(
    createReadStream(file, { start, end: start + sizeBytes - 1 }),
    createGunzip(),
    unpacked,
  );
  piped.catch(() => {}); // told by the lines below
  let number = 0;
  try {
    for await (const value of readJsonLines(unpacked, { maxLineBytes: MAX_LINE_LENGTH })) {
      number += 1;
      const line = lineSchema.safeParse(value);
      if (number === 1 && !isFirstLine(line.data))
        throw new UnreadableBackupError("it is not a backup of a station");
      if (line.data === undefined || (number > 1 && isFirstLine(line.data)))
        throw new UnreadableBackupError(`its line ${number} is none of a backup`);
      yield line.data;
    }
  } catch (error) {
    throw isDamage(error)
      ? new UnreadableBackupError(
          number === 0 ? "it is not a backup of a station" : "it ends early, or is damaged",
          { cause: error },
        )
      : error;
  }
  await piped;
  if (number === 0) throw new UnreadableBackupError("it is empty");
}

function isFirstLine(line: BackupLine | undefined): boolean {
  return line !== undefined && "neonRelayBackup" in line;
}

/** What zlib and JSON say of a file that was cut off, changed, or is something else. */
function isDamage(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof LineTooLongError) return true;
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

function limitBytes(limit: number): Transform {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > limit) done(new UnreadableBackupError("it holds more than any station does"));
      else done(null, chunk);
    },
  });
}
