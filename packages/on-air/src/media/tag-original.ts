import { createHash } from "node:crypto";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { mkdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import * as z from "zod";
import { copyRefusal, fileRefusal } from "./file-refusal.ts";
import type { KeptOriginal, MediaResult, OriginalPlace } from "./media-jobs.ts";
import { findPictures } from "./picture-places.ts";
import { FileBytes, findStretches } from "./same-bytes.ts";
import { writeWholeFile } from "./whole-file.ts";

/**
 * The parts of an original in order: `f` from the written file, `r` the next bytes of this record, `p` from a picture.
 */
const partSchema = z.union([
  z.tuple([z.literal("f"), z.int().min(0), z.int().min(1)]),
  z.tuple([z.literal("r"), z.int().min(1)]),
  z.tuple([z.literal("p"), z.string().regex(/^[0-9a-f]{64}$/), z.int().min(0), z.int().min(1)]),
]);
type Part = z.infer<typeof partSchema>;

const fileSchema = z.object({ sizeBytes: z.int(), sha256: z.string() });
/** What is needed to rebuild the original from the written file. */
const recordSchema = z.object({
  original: fileSchema,
  written: fileSchema,
  /** As in the result of the job. */
  unread: z.array(z.string()),
  parts: z.array(partSchema),
});
type OriginalRecord = z.infer<typeof recordSchema>;

const COPY_MODE = 0o600;
const PIECE_BYTES = 1024 * 1024;
/** A smaller part of a picture is kept in the record. */
const LEAST_PICTURE_PART_BYTES = 64;

const CHANGED_SINCE = "The file has changed since this edit: it was left as it is";
const LOST = "What is kept of its original is damaged or gone: the file keeps this edit";

/**
 * Keeps what is needed to rebuild a file from its retagged copy, and verifies that it is enough.
 * @throws the disk's error, e.g. that it is full
 */
export async function keepOriginal({
  filePath,
  copyPath,
  place,
  unread,
}: {
  readonly filePath: string;
  readonly copyPath: string;
  readonly place: OriginalPlace;
  readonly unread: readonly string[];
}): Promise<KeptOriginal> {
  const files = [openSync(filePath, "r"), openSync(copyPath, "r")] as const;
  try {
    const [original, written] = [new FileBytes(files[0]), new FileBytes(files[1])];
    const stretches = findStretches(original, written);
    const own = stretches.filter(({ kind }) => kind === "own");
    // A damaged tag does not tell where its pictures are: they are kept in the record.
    const places = await findPictures(filePath, original, own).catch(() => []);
    const parts: Part[] = [];
    const bytes: Buffer[] = [];
    const keep = (at: number, end: number): void => {
      if (end <= at) return;
      parts.push(["r", end - at]);
      bytes.push(original.at(at, end - at));
    };
    await mkdir(place.picturesFolder, { recursive: true });
    const names = new Map<Buffer, string>();
    for (const stretch of stretches) {
      if (stretch.kind === "shared") {
        parts.push(["f", stretch.otherAt, stretch.length]);
        continue;
      }
      const end = stretch.at + stretch.length;
      let at = stretch.at;
      for (const { picture, pictureAt, ...found } of places) {
        const from = Math.max(found.at, at);
        const length = Math.min(found.at + found.length, end) - from;
        if (length < LEAST_PICTURE_PART_BYTES) continue;
        keep(at, from);
        const name = names.get(picture) ?? (await keepPicture(picture, place.picturesFolder));
        names.set(picture, name);
        parts.push(["p", name, pictureAt + from - found.at, length]);
        at = from + length;
      }
      keep(at, end);
    }
    const record: OriginalRecord = {
      original: { sizeBytes: original.size, sha256: original.digest() },
      written: { sizeBytes: written.size, sha256: written.digest() },
      unread: [...unread],
      parts,
    };
    const head = Buffer.from(`${JSON.stringify(record)}\n`);
    await writeWholeFile(place.recordPath, [gzipSync(Buffer.concat([head, ...bytes]))]);
    await proveOriginal(written, place);
    return await describeKept(record, place);
  } finally {
    for (const file of files) closeSync(file);
  }
}

/**
 * The record of an earlier run that ended after replacing the file but before reporting it; null: this is not the new
 * file.
 */
export async function findWritten(
  filePath: string,
  place: OriginalPlace,
): Promise<(KeptOriginal & { readonly unread: readonly string[] }) | null> {
  const read = await readRecord(place.recordPath);
  if (read === null || !isFile(filePath, read.record.written)) return null;
  return { ...(await describeKept(read.record, place)), unread: read.record.unread };
}

/** Rebuilds the original of a file as a copy. A refused copy is removed. */
export async function makeOriginalCopy({
  filePath,
  copyPath,
  place,
}: {
  readonly filePath: string;
  readonly copyPath: string;
  readonly place: OriginalPlace;
}): Promise<MediaResult> {
  const refuse = (reason: string): MediaResult => ({ kind: "refused", path: filePath, reason });
  try {
    const read = await readRecord(place.recordPath);
    if (read === null) return refuse(LOST);
    if (isFile(filePath, read.record.original))
      return { kind: "restored", path: filePath, isInPlace: true };
    if (!isFile(filePath, read.record.written)) return refuse(CHANGED_SINCE);
  } catch (error) {
    return refuse(fileRefusal(error));
  }
  let isWhole = false;
  try {
    await rm(copyPath, { force: true });
    isWhole = await writeOriginal({ filePath, copyPath, place });
    return isWhole ? { kind: "restored", path: filePath, isInPlace: false } : refuse(LOST);
  } catch (error) {
    return refuse(copyRefusal(error, path.dirname(copyPath)));
  } finally {
    if (!isWhole) await rm(copyPath, { force: true });
  }
}

async function writeOriginal({
  filePath,
  copyPath,
  place,
}: Parameters<typeof makeOriginalCopy>[0]): Promise<boolean> {
  const file = openSync(filePath, "r");
  const copy = openSync(
    copyPath,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
    COPY_MODE,
  );
  try {
    return await rebuild(new FileBytes(file), place, (bytes) => {
      for (let at = 0; at < bytes.length;) at += writeSync(copy, bytes, at);
    });
  } finally {
    closeSync(file);
    closeSync(copy);
  }
}

async function proveOriginal(written: FileBytes, place: OriginalPlace): Promise<void> {
  if (!(await rebuild(written, place, () => {})))
    throw new Error("an original can't be rebuilt from what was kept");
}

/** @returns whether it is bit-identical to the original */
async function rebuild(
  written: FileBytes,
  place: OriginalPlace,
  onBytes: (bytes: Buffer) => void,
): Promise<boolean> {
  const read = await readRecord(place.recordPath);
  if (read === null) return false;
  const { record, bytes } = read;
  const hash = createHash("sha256");
  const take = (piece: Buffer): void => {
    hash.update(piece);
    onBytes(piece);
  };
  /** Only the last one read. */
  const pictures = new Map<string, Buffer>();
  let taken = 0;
  for (const part of record.parts) {
    switch (part[0]) {
      case "f": {
        const [, from, length] = part;
        for (let at = from; at < from + length; at += PIECE_BYTES)
          take(written.at(at, Math.min(PIECE_BYTES, from + length - at)));
        break;
      }
      case "r":
        take(bytes.subarray(taken, taken + part[1]));
        taken += part[1];
        break;
      case "p": {
        const [, name, from, length] = part;
        const picture =
          pictures.get(name) ?? (await readKept(path.join(place.picturesFolder, name)));
        if (picture === null) return false;
        pictures.clear();
        pictures.set(name, picture);
        take(picture.subarray(from, from + length));
        break;
      }
      default:
        part satisfies never;
    }
  }
  return hash.digest("hex") === record.original.sha256;
}

/** Stores a picture under its hash, once. */
async function keepPicture(picture: Buffer, folder: string): Promise<string> {
  const name = createHash("sha256").update(picture).digest("hex");
  const kept = await readKept(path.join(folder, name));
  if (kept === null || !kept.equals(picture))
    await writeWholeFile(path.join(folder, name), [picture]);
  return name;
}

async function describeKept(
  { parts }: OriginalRecord,
  { recordPath }: OriginalPlace,
): Promise<KeptOriginal> {
  const { size } = await stat(recordPath);
  const pictures = new Set(parts.flatMap((part) => (part[0] === "p" ? [part[1]] : [])));
  return { bytes: size, pictures: [...pictures] };
}

/** @returns null when it is missing or damaged */
async function readRecord(
  recordPath: string,
): Promise<{ readonly record: OriginalRecord; readonly bytes: Buffer } | null> {
  const packed = await readKept(recordPath);
  if (packed === null) return null;
  try {
    const content = gunzipSync(packed);
    const end = content.indexOf("\n");
    const record = recordSchema.safeParse(JSON.parse(content.toString("utf8", 0, end)));
    return record.success ? { record: record.data, bytes: content.subarray(end + 1) } : null;
  } catch {
    return null; // the disk lost bytes; no original is better than a wrong one
  }
}

async function readKept(filePath: string): Promise<Buffer | null> {
  try {
    return await readFile(filePath);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Comparing the size first avoids reading most other files. */
function isFile(filePath: string, wanted: z.infer<typeof fileSchema>): boolean {
  const file = openSync(filePath, "r");
  try {
    const bytes = new FileBytes(file);
    return bytes.size === wanted.sizeBytes && bytes.digest() === wanted.sha256;
  } finally {
    closeSync(file);
  }
}
