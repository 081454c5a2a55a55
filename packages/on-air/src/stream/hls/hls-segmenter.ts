import { adtsLength } from "../../formats/adts.ts";
import { codecFrames } from "../../formats/codec-frames.ts";
import { PROGRAMME_RATE_HZ } from "../../engine/engine-protocol.ts";
import { isSameFormat, type StreamFormat } from "../../formats/stream-formats.ts";
import type { StreamTitle } from "../icy.ts";
import type { StreamBlock } from "../ring.ts";
import { SEGMENT_SECONDS, type HlsSegment } from "./hls-playlist.ts";
import { id3Tag } from "./id3-tag.ts";

const SEGMENT_SAMPLES = SEGMENT_SECONDS * PROGRAMME_RATE_HZ;
/**
 * Positions that jump back a little after a bridge must not make a segment longer than this, which rounds to the target
 * duration.
 */
const LONGEST_SECONDS = SEGMENT_SECONDS + 0.45;
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
      const isFull = durationSeconds(this.#open) >= LONGEST_SECONDS;
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
