import { createHash } from "node:crypto";
import { mp3FrameLength } from "@neonrelay/process/mp3-frame-rules";

/** Identifies a frame across machines. */
export function frameDigest(frame: Buffer): string {
  return createHash("sha256").update(frame).digest("base64url").slice(0, 16);
}

/** Digest of the first frame in a block of MP3; null if there is none. */
export function firstFrameDigest(block: Buffer): string | null {
  const length = mp3FrameLength(block, 0);
  return length === null || length > block.length ? null : frameDigest(block.subarray(0, length));
}
