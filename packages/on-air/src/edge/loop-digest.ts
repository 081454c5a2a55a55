import { createHash } from "node:crypto";
import type { Codec } from "../formats/stream-formats.ts";
import type { BridgeLoop } from "../programme/bridge.ts";

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
