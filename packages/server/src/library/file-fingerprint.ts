import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { codeOf } from "./place-file.ts";

const PIECE_BYTES = 64 * 1024;
const PIECES = 8;

/** Identifies a file by its content, wherever it is. */
interface FileFingerprint {
  readonly sizeBytes: number;
  /** SHA-256 in hexadecimal of the size and of samples spread over the file; up to 512 KiB, of the whole file. */
  readonly hash: string;
}

/** @returns null when the file can't be read, or changes during the read */
export async function readFingerprint(filePath: string): Promise<FileFingerprint | null> {
  try {
    await using file = await open(filePath, "r");
    const { size } = await file.stat();
    const hash = createHash("sha256").update(`${size}\n`);
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (const position of piecePositions(size)) {
      const length = Math.min(PIECE_BYTES, size - position);
      const { bytesRead } = await file.read(piece, 0, length, position);
      if (bytesRead < length) return null;
      hash.update(piece.subarray(0, length));
    }
    return { sizeBytes: size, hash: hash.digest("hex") };
  } catch (error) {
    // Gone, forbidden or a broken disk: reading it as music reports which.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

/** Sample offsets: the first at the start, the last ending with the file. */
function piecePositions(size: number): readonly number[] {
  if (size <= PIECES * PIECE_BYTES)
    return Array.from({ length: Math.ceil(size / PIECE_BYTES) }, (_, index) => index * PIECE_BYTES);
  const last = size - PIECE_BYTES;
  return Array.from({ length: PIECES }, (_, index) => Math.floor((last * index) / (PIECES - 1)));
}

/** SHA-256 in hexadecimal of a whole file. @returns null when the file can't be read, so that it matches no other */
export async function hashFile(filePath: string, signal: AbortSignal): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(filePath), hash, { signal });
  } catch (error) {
    if (signal.aborted || codeOf(error) === undefined) throw error;
    return null;
  }
  return hash.digest("hex");
}
