import { mp3FrameLength } from "@neonrelay/process/mp3-frame-rules";
import { adtsLength } from "../formats/codec-frames.ts";
import type { Codec } from "../formats/stream-formats.ts";

const OGG_HEAD_BYTES = 27;
const OGG_MAGIC = "OggS";

/** Splits a mount's bytes into its codec's units: frames, or Opus packets. */
export class FrameSplitter {
  readonly #codec: Codec;
  #rest: Buffer = Buffer.alloc(0);

  constructor(codec: Codec) {
    this.#codec = codec;
  }

  /** @returns the frames completed so far, in order; bytes outside frames are dropped */
  take(bytes: Buffer): readonly Buffer[] {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const frames: Buffer[] = [];
    let at = 0;
    for (;;) {
      const place = placeOf(this.#codec, all, at);
      at = place.at;
      if (place.length === null || at + place.length > all.length) break;
      const piece = Buffer.from(all.subarray(at, at + place.length));
      if (this.#codec === "opus") frames.push(...packetsOf(piece));
      else frames.push(piece);
      at += place.length;
    }
    this.#rest = Buffer.from(all.subarray(at));
    return frames;
  }
}

/** Position and length of the next frame or page; null: too few bytes to tell. */
function placeOf(
  codec: Codec,
  bytes: Buffer,
  from: number,
): { readonly at: number; readonly length: number | null } {
  if (codec === "opus") {
    const at = bytes.indexOf(OGG_MAGIC, from, "latin1");
    if (at === -1) return { at: Math.max(from, bytes.length - OGG_MAGIC.length + 1), length: null };
    return { at, length: pageLength(bytes, at) };
  }
  const lengthAt = codec === "mp3" ? mp3FrameLength : aacFrameLength;
  for (let at = from; at + 8 <= bytes.length; at += 1) {
    const length = lengthAt(bytes, at);
    if (length === null) continue;
    // A false header is not followed by another one.
    const isFollowed = at + length + 8 > bytes.length || lengthAt(bytes, at + length) !== null;
    if (isFollowed) return { at, length };
  }
  return { at: Math.max(from, bytes.length - 7), length: null };
}

function aacFrameLength(bytes: Buffer, at: number): number | null {
  try {
    return adtsLength(bytes, at);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** RFC 3533 §6; null: the page's table is incomplete. */
function pageLength(bytes: Buffer, at: number): number | null {
  const segments = bytes[at + OGG_HEAD_BYTES - 1];
  const table = at + OGG_HEAD_BYTES;
  if (segments === undefined || table + segments > bytes.length) return null;
  return bytes
    .subarray(table, table + segments)
    .reduce((sum, length) => sum + length, OGG_HEAD_BYTES + segments);
}

/** The packets of an audio page; not the two headers [RFC 7845 §3]. */
function packetsOf(page: Buffer): readonly Buffer[] {
  const segments = page[OGG_HEAD_BYTES - 1] ?? 0;
  const packets: Buffer[] = [];
  let at = OGG_HEAD_BYTES + segments;
  let length = 0;
  for (const lacing of page.subarray(OGG_HEAD_BYTES, at)) {
    length += lacing;
    if (lacing === 255) continue;
    packets.push(page.subarray(at, at + length));
    at += length;
    length = 0;
  }
  const start = packets[0]?.subarray(0, 8).toString("latin1");
  return start === "OpusHead" || start === "OpusTags" ? [] : packets;
}
