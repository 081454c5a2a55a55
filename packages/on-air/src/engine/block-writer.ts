import { LIMITER_DELAY_SAMPLES } from "../audio/limiter.ts";
import { MP3_DELAY_SAMPLES } from "../audio/mp3-encoder.ts";
import { MP3_FRAME_SAMPLES } from "../audio/mp3-format.ts";
import type { BlockHeader } from "./engine-protocol.ts";

/** By how much a sample comes out of a decoder later than it went into the limiter. */
const DELAY_SAMPLES = LIMITER_DELAY_SAMPLES + MP3_DELAY_SAMPLES;
/** The first encoded frames hold the encoder's start and are thrown away. */
const DROPPED_FRAMES = 2;
/**
 * How many samples are mixed for those thrown away: the first mixed sample heard is this one. An engine that goes on
 * after another begins as much earlier in the file.
 */
export const PRE_ROLL_SAMPLES = DROPPED_FRAMES * MP3_FRAME_SAMPLES - DELAY_SAMPLES;
/** Encoded frame n has the middle of its sound in mixed frame n - 1, and begins this much before that one. */
const LABEL_LEAD_SAMPLES = DELAY_SAMPLES - MP3_FRAME_SAMPLES;
/** 313 ms. */
const FRAMES_PER_BLOCK = 12;

/** What a mixed frame is: see BlockHeader. */
export interface FrameLabel {
  readonly playId: string | null;
  /** Of the frame's first sample, in the play's file. */
  readonly playOffsetSamples: number;
  readonly isSilentOnPurpose: boolean;
}

/** Programme position at which the decoder yields the mixed sample `mixedSamples`. */
export function positionOfMixed(startSamples: number, mixedSamples: number): number {
  return startSamples + mixedSamples - PRE_ROLL_SAMPLES;
}

/** Programme position of the first encoded frame labelled like the mixed frame `mixedFrame`. */
export function positionOfLabel(startSamples: number, mixedFrame: number): number {
  return startSamples + Math.max(0, mixedFrame + 1 - DROPPED_FRAMES) * MP3_FRAME_SAMPLES;
}

/** Gathers encoded frames into blocks, and gives each its place and label. */
export class BlockWriter {
  readonly #send: (header: BlockHeader, frames: readonly Buffer[]) => void;
  /** Labels of mixed frames not yet encoded, oldest first. */
  readonly #labels: FrameLabel[] = [];
  #encodedFrames = 0;
  #sequence = 0;
  #position: number;
  #header: BlockHeader | undefined;
  #frames: Buffer[] = [];

  constructor({
    startSamples,
    send,
  }: {
    readonly startSamples: number;
    readonly send: (header: BlockHeader, frames: readonly Buffer[]) => void;
  }) {
    this.#position = startSamples;
    this.#send = send;
  }

  /** Position behind the last block sent. */
  get sentUntilSamples(): number {
    return this.#header?.positionSamples ?? this.#position;
  }

  /** Takes the label of the frame just mixed, and the frames the encoder then gave. */
  add(label: FrameLabel, encoded: readonly Buffer[]): void {
    this.#labels.push(label);
    for (const frame of encoded) {
      this.#encodedFrames += 1;
      // Frame 0 has no mixed frame of its own.
      const ownLabel = this.#encodedFrames === 1 ? undefined : this.#labels.shift();
      if (ownLabel !== undefined && this.#encodedFrames > DROPPED_FRAMES)
        this.#addFrame(ownLabel, frame);
    }
  }

  #addFrame(label: FrameLabel, frame: Buffer): void {
    const header = this.#header;
    if (
      header !== undefined &&
      (header.playId !== label.playId || header.isSilentOnPurpose !== label.isSilentOnPurpose)
    )
      this.#flush(header);
    this.#header ??= {
      sequence: this.#sequence,
      positionSamples: this.#position,
      samples: 0,
      playId: label.playId,
      playOffsetSamples: Math.max(0, label.playOffsetSamples - LABEL_LEAD_SAMPLES),
      isSilentOnPurpose: label.isSilentOnPurpose,
    };
    this.#frames.push(frame);
    this.#position += MP3_FRAME_SAMPLES;
    if (this.#frames.length === FRAMES_PER_BLOCK) this.#flush(this.#header);
  }

  #flush(header: BlockHeader): void {
    this.#send({ ...header, samples: this.#frames.length * MP3_FRAME_SAMPLES }, this.#frames);
    this.#sequence += 1;
    this.#frames = [];
    this.#header = undefined;
  }
}
