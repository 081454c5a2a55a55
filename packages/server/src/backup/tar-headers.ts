import path from "node:path";
import { Header } from "tar";

/** A file in a tar archive. */
export interface TarFile {
  /** '' is none. At most 155 bytes. */
  readonly folder: string;
  /** At most 100 bytes. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}

export const TAR_BLOCK_BYTES = 512;
/** Ends an archive. */
export const tarEnd = Buffer.alloc(2 * TAR_BLOCK_BYTES);

/** The block before a file's bytes. @throws when its name or folder is too long */
export function tarHeader({ folder, name, sizeBytes, modifiedAtMs }: TarFile): Buffer {
  const whole = path.posix.join(folder, name);
  const block = Buffer.alloc(TAR_BLOCK_BYTES);
  new Header({
    path: whole,
    mode: 0o644,
    uid: 0,
    gid: 0,
    size: sizeBytes,
    mtime: new Date(Math.max(0, modifiedAtMs)),
    type: "File",
  }).encode(block);
  if (new Header(block).path !== whole) throw new Error("a name is too long for an archive");
  return block;
}

/** Padding between a file of this length and the next header. */
export function tarPaddingBytes(sizeBytes: number): number {
  return (TAR_BLOCK_BYTES - (sizeBytes % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES;
}

/** A file's total size in an archive. */
export function tarBytesOf(sizeBytes: number): number {
  return TAR_BLOCK_BYTES + sizeBytes + tarPaddingBytes(sizeBytes);
}

/** @returns null if it is not the header of a plain file */
export function readTarHeader(block: Buffer): TarFile | "end" | null {
  if (block.length !== TAR_BLOCK_BYTES) return null;
  const header = headerIn(block);
  if (header?.nullBlock === true) return "end";
  if (header?.cksumValid !== true || header.type !== "File") return null;
  const { size, mtime, path: whole = "" } = header;
  const modifiedAtMs = mtime?.getTime();
  if (!isWhole(size) || !isWhole(modifiedAtMs)) return null;
  const { dir: folder, base: name } = path.posix.parse(whole);
  return { folder, name, sizeBytes: size, modifiedAtMs };
}

/** undefined for a block with invalid numbers */
function headerIn(block: Buffer): Header | undefined {
  try {
    return new Header(block);
  } catch {
    return undefined;
  }
}

function isWhole(number: number | undefined): number is number {
  return Number.isSafeInteger(number) && Number(number) >= 0;
}
