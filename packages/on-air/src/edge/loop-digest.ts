import { createHash } from "node:crypto";
import type { Codec } from "../formats/stream-formats.ts";
import type { BridgeLoop } from "../programme/bridge.ts";

/** Loops are made once and never changed. */
const digests = new WeakMap<BridgeLoop, string>();

/** Tells whether two loops are the same. */
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

/** Of each codec that has a loop. */
export function loopDigests(loops: readonly BridgeLoop[]): Partial<Record<Codec, string>> {
  return Object.fromEntries(loops.map((loop) => [loop.codec, loopDigest(loop)]));
}

/** The loops that an edge with these digests does not have. */
export function missingLoops(
  loops: readonly BridgeLoop[],
  known: Partial<Record<Codec, string>>,
): BridgeLoop[] {
  return loops.filter((loop) => known[loop.codec] !== loopDigest(loop));
}
