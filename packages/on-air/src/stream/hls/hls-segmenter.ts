import { adtsLength, codecFrames } from "../../formats/codec-frames.ts";
import { PROGRAMME_RATE_HZ } from "../../engine/engine-protocol.ts";
import { isSameFormat, type StreamFormat } from "../../formats/stream-formats.ts";
import type { StreamTitle } from "../icy.ts";
import type { StreamBlock } from "../ring.ts";
import { type HlsSegment, SEGMENT_SECONDS } from "./hls-playlist.ts";

const SEGMENT_SAMPLES = SEGMENT_SECONDS * PROGRAMME_RATE_HZ;
/**
 * Positions that jump back a little after a bridge must not make a segment longer than this, which rounds to the target
 * duration.
 */
const MAX_SEGMENT_SECONDS = SEGMENT_SECONDS + 0.45;
const { frameSamples: FRAME_SAMPLES } = codecFrames.aac;
/** Clock rate of a transport stream, in Hz. */
const CLOCK_HZ = 90_000;

/** The segment being filled. */
interface OpenSegment {
  readonly startSamples: number;
  readonly endSamples: number;
  readonly format: StreamFormat;
  readonly pieces: Buffer[];
  frames: number;
  title: StreamTitle;
}

/**
 * The first segment's number is the programme position in units this much shorter than a segment, so that it exceeds
 * any number an earlier run of on-air has reached, format changes included.
 */
const FIRST_NUMBER_SAMPLES = 5 * PROGRAMME_RATE_HZ;

/** Cuts AAC blocks into packed audio [RFC 8216 §3.4] where the programme position passes a multiple of 6 s. */
export class HlsSegmenter {
  readonly #wallMsOf: (positionSamples: number) => number;
  readonly #onSegment: (segment: HlsSegment) => void;
  #open: OpenSegment | null = null;
  #format: StreamFormat | null = null;
  #nextSequence: number | null = null;
  #discontinuitySequence = 0;
  /** Timestamp of the next frame. Continuous, whatever happens to positions. */
  #timestamp = 0;

  constructor({
    wallMsOf,
    onSegment,
  }: {
    readonly wallMsOf: (positionSamples: number) => number;
    readonly onSegment: (segment: HlsSegment) => void;
  }) {
    this.#wallMsOf = wallMsOf;
    this.#onSegment = onSegment;
  }

  take({ bytes, positionSamples, title, format }: StreamBlock): void {
    this.#follow(format, positionSamples);
    const frameSamples = (FRAME_SAMPLES * PROGRAMME_RATE_HZ) / format.sampleRateHz;
    let position = positionSamples;
    for (let at = 0; at < bytes.length;) {
      const end = at + adtsLength(bytes, at);
      const segment = this.#segmentAt(position, { format, title });
      if (segment.title !== title) {
        segment.pieces.push(id3Tag({ timestamp: null, title }));
        segment.title = title;
      }
      segment.pieces.push(bytes.subarray(at, end));
      segment.frames += 1;
      this.#timestamp += (FRAME_SAMPLES * CLOCK_HZ) / format.sampleRateHz;
      position += frameSamples;
      at = end;
    }
  }

  /** Ends the segment when the encoding changes. */
  #follow(format: StreamFormat, positionSamples: number): void {
    if (this.#format !== null && isSameFormat(this.#format, format)) return;
    this.#finish();
    if (this.#format === null) {
      this.#timestamp = (positionSamples * CLOCK_HZ) / PROGRAMME_RATE_HZ;
      // Higher than any number an earlier run of on-air has reached.
      this.#discontinuitySequence = Math.floor(positionSamples / PROGRAMME_RATE_HZ);
    } else this.#discontinuitySequence += 1;
    this.#format = format;
  }

  #segmentAt(
    positionSamples: number,
    { format, title }: { readonly format: StreamFormat; readonly title: StreamTitle },
  ): OpenSegment {
    if (this.#open !== null) {
      const isFull = durationSeconds(this.#open) >= MAX_SEGMENT_SECONDS;
      if (isFull || positionSamples >= this.#open.endSamples) this.#finish();
    }
    if (this.#open !== null) return this.#open;
    const number = Math.floor(positionSamples / SEGMENT_SAMPLES);
    this.#open = {
      startSamples: Math.round(positionSamples),
      endSamples: (number + 1) * SEGMENT_SAMPLES,
      format,
      pieces: [id3Tag({ timestamp: this.#timestamp, title })],
      frames: 0,
      title,
    };
    return this.#open;
  }

  #finish(): void {
    const segment = this.#open;
    if (segment === null) return;
    this.#open = null;
    const sequence = this.#nextSequence ?? Math.floor(segment.startSamples / FIRST_NUMBER_SAMPLES);
    this.#nextSequence = sequence + 1;
    this.#onSegment({
      name: `${segment.startSamples}.aac`,
      sequence,
      discontinuitySequence: this.#discontinuitySequence,
      durationSeconds: durationSeconds(segment),
      startsAtMs: this.#wallMsOf(segment.startSamples),
      bytes: Buffer.concat(segment.pieces),
    });
  }
}

function durationSeconds({ frames, format }: OpenSegment): number {
  return (frames * FRAME_SAMPLES) / format.sampleRateHz;
}

/** A title as HLS players show it. */
interface Id3Title {
  readonly artist: string;
  readonly title: string;
}

const TIMESTAMP_OWNER = "com.apple.streaming.transportStreamTimestamp";
/** A transport stream's clock has 33 bits. */
const TIMESTAMP_TURN = 2 ** 33;
const UTF8 = 3;

/**
 * An ID3v2.4 tag.
 * @param timestamp of the first sample after it, in 90 kHz [RFC 8216 §3.4]; null inside a segment
 */
function id3Tag({
  timestamp,
  title,
}: {
  readonly timestamp: number | null;
  readonly title: Id3Title;
}): Buffer {
  const frames = [
    ...(timestamp === null ? [] : [timestampFrame(timestamp)]),
    textFrame("TIT2", title.title),
    ...(title.artist === "" ? [] : [textFrame("TPE1", title.artist)]),
  ];
  const body = Buffer.concat(frames);
  return Buffer.concat([Buffer.from("ID3\u0004\0\0", "latin1"), syncsafe(body.length), body]);
}

function timestampFrame(timestamp: number): Buffer {
  const clock = Buffer.alloc(8);
  clock.writeBigUInt64BE(BigInt(Math.round(timestamp) % TIMESTAMP_TURN));
  return frame("PRIV", Buffer.concat([Buffer.from(`${TIMESTAMP_OWNER}\0`, "latin1"), clock]));
}

function textFrame(id: string, text: string): Buffer {
  return frame(id, Buffer.concat([Buffer.from([UTF8]), Buffer.from(`${text}\0`, "utf8")]));
}

function frame(id: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id, "latin1"), syncsafe(body.length), Buffer.alloc(2), body]);
}

/** Four bytes of seven bits each, so that no length looks like the start of an audio frame. */
function syncsafe(length: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f));
}
