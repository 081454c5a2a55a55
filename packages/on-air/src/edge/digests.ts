import { createHash } from "node:crypto";
import { mp3FrameLength } from "@neonrelay/process/mp3-frame-rules";
import type { Codec } from "../formats/stream-formats.ts";
import type { BridgeLoop } from "../programme/bridge.ts";

/** Identifies a frame across machines. */
export function frameDigest(frame: Buffer): string {
  return createHash("sha256").update(frame).digest("base64url").slice(0, 16);
}

/** Digest of the first frame in a block of MP3; null if there is none. */
export function firstFrameDigest(block: Buffer): string | null {
  const length = mp3FrameLength(block, 0);
  return length === null || length > block.length ? null : frameDigest(block.subarray(0, length));
}

/** Loops are made once and never changed. */
const digests = new WeakMap<BridgeLoop, string>();

/** Identifies a loop. */
function loopDigest(loop: BridgeLoop): string {
  const known = digests.get(loop);
  if (known !== undefined) return known;
  const { codec, bitrateKbps, sampleRateHz, channels, blocks } = loop;
  const hash = createHash("sha256").update([codec, bitrateKbps, sampleRateHz, channels].join(" "));
  for (const { samples, base64 } of blocks) hash.update(` ${samples} ${base64}`);
  const digest = hash.digest("base64url");
  digests.set(loop, digest);
  return digest;
}

/** Digest of each codec's loop. */
export function loopDigests(loops: readonly BridgeLoop[]): Partial<Record<Codec, string>> {
  return Object.fromEntries(loops.map((loop) => [loop.codec, loopDigest(loop)]));
}

/** The loops missing at an edge with these digests. */
export function missingLoops(
  loops: readonly BridgeLoop[],
  known: Partial<Record<Codec, string>>,
): BridgeLoop[] {
  return loops.filter((loop) => known[loop.codec] !== loopDigest(loop));
}
