import { createHash } from "node:crypto";
import { mp3FrameLength } from "@neonrelay/process/mp3-frame-rules";

/** By which a frame is recognised elsewhere. */
export function frameDigest(frame: Buffer): string {
  return createHash("sha256").update(frame).digest("base64url").slice(0, 16);
}

/** Of the first frame of a block of MP3; null when none is there. */
export function firstFrameDigest(block: Buffer): string | null {
  const length = mp3FrameLength(block, 0);
  return length === null || length > block.length ? null : frameDigest(block.subarray(0, length));
}
