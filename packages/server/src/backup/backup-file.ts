import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import {
  BACKUP_NAME,
  CHECKSUMS_NAME,
  isMusicName,
  MAX_CHECKSUM_LINE_BYTES,
  parseChecksums,
  trackIdOf,
} from "./archive-format.ts";
import { readTarHeader, TAR_BLOCK_BYTES, tarBytesOf, type TarFile } from "./tar-headers.ts";

/** The file is not a backup, or not one for this station; the message is a sentence for people. */
export class UnreadableBackupError extends Error {
  override readonly name = "UnreadableBackupError";
}

/** A part of a file. */
export interface FileRange {
  readonly file: string;
  readonly start: number;
  readonly sizeBytes: number;
}

/** A track's music file in a backup. */
export interface PackedMusic {
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** Opens its bytes. */
  readonly open: () => Promise<Readable>;
}

export interface BackupFile {
  /** Rows and covers, gzipped. */
  readonly lines: FileRange;
  /** By track id; empty in a backup without music. */
  readonly music: ReadonlyMap<string, PackedMusic>;
  /** SHA-256 in hexadecimal by name in the archive; null for releases that wrote none. */
  readonly checksums: ReadonlyMap<string, string> | null;
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
/** More than a library can have. */
const MAX_FILES = 500_000;
const incomplete = "it is incomplete or damaged";
const damagedList = "its list of checksums is damaged";

/** Reads the structure of a backup, with or without music, but not its content. @throws UnreadableBackupError */
export async function openBackupFile(file: string): Promise<BackupFile> {
  await using opened = await open(file, "r");
  const { size } = await opened.stat();
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(2), 0, 2, 0);
  if (bytesRead === 0) throw new UnreadableBackupError("it is empty");
  if (buffer.equals(GZIP_MAGIC))
    return { lines: { file, start: 0, sizeBytes: size }, music: new Map(), checksums: null };
  return await lookThrough(opened, { file, size });
}

async function lookThrough(
  opened: FileHandle,
  { file, size }: { readonly file: string; readonly size: number },
): Promise<BackupFile> {
  const first = await readEntry(opened, 0);
  if (first === null || first === "end" || first.folder !== "" || first.name !== BACKUP_NAME)
    throw new UnreadableBackupError("it is not a backup of a station");
  const lines = { file, start: TAR_BLOCK_BYTES, sizeBytes: first.sizeBytes };
  const music = new Map<string, PackedMusic>();
  let checksums: ReadonlyMap<string, string> | null = null;
  let place = tarBytesOf(first.sizeBytes);
  for (;;) {
    if (place + TAR_BLOCK_BYTES > size) throw new UnreadableBackupError(incomplete);
    const entry = await readEntry(opened, place);
    if (entry === null) throw new UnreadableBackupError("it is damaged between its music files");
    if (entry === "end") return { lines, music, checksums };
    // Checked before reading: the size in the header may be a lie.
    if (place + tarBytesOf(entry.sizeBytes) > size) throw new UnreadableBackupError(incomplete);
    const range = { file, start: place + TAR_BLOCK_BYTES, sizeBytes: entry.sizeBytes };
    // Always the last entry.
    if (entry.folder === "" && entry.name === CHECKSUMS_NAME && checksums === null)
      checksums = await readChecksums(opened, range);
    else addMusic(music, { entry, range });
    place += tarBytesOf(entry.sizeBytes);
  }
}

async function readEntry(opened: FileHandle, place: number): Promise<TarFile | "end" | null> {
  const block = Buffer.alloc(TAR_BLOCK_BYTES);
  const { bytesRead } = await opened.read(block, 0, TAR_BLOCK_BYTES, place);
  return readTarHeader(block.subarray(0, bytesRead));
}

async function readChecksums(
  opened: FileHandle,
  { start, sizeBytes }: FileRange,
): Promise<ReadonlyMap<string, string>> {
  if (sizeBytes > MAX_FILES * MAX_CHECKSUM_LINE_BYTES) throw new UnreadableBackupError(damagedList);
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(sizeBytes), 0, sizeBytes, start);
  const sums = parseChecksums(buffer.subarray(0, bytesRead).toString("utf8"));
  if (sums === null) throw new UnreadableBackupError(damagedList);
  return sums;
}

function addMusic(
  music: Map<string, PackedMusic>,
  { entry, range }: { readonly entry: TarFile; readonly range: FileRange },
): void {
  const { folder, name, modifiedAtMs } = entry;
  const id = trackIdOf(folder);
  const isMusic = id !== null && isMusicName(name) && range.sizeBytes > 0;
  if (!isMusic || music.has(id) || music.size === MAX_FILES)
    throw new UnreadableBackupError(
      `it holds '${folder}/${name}', which does not belong in a backup`,
    );
  const { file, start, sizeBytes } = range;
  const read = () => createReadStream(file, { start, end: start + sizeBytes - 1 });
  music.set(id, { name, sizeBytes, modifiedAtMs, open: () => Promise.resolve(read()) });
}
