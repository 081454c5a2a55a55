import { Limiter } from "../audio/limiter.ts";
import { MountEncoder } from "../audio/mount-encoder.ts";
import { CHANNELS, MIX_FRAME_SAMPLES, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import type { Segment } from "../audio/pcm-ring.ts";
import type { StreamFormat } from "../stream-formats.ts";
import { FrameGrid } from "./frame-grid.ts";

/**
 * 7.68 s: as many whole MP3 frames at 44.1 and at 48 kHz (320), so that the encoded loop repeats without a seam too.
 * At 32 kHz three turns are whole frames.
 */
const LOOP_FRAMES = 294;
const LOOP_SAMPLES = LOOP_FRAMES * MIX_FRAME_SAMPLES;
/** Mixed frames encoded before the loop's first: after them nothing tells that there was a beginning. */
const WARM_UP_FRAMES = 10;
const LEVEL = 0.045;
/** A minor ninth, wide: Hz, and where each voice stands from left (0) to right (1). */
const VOICES = [
  { hz: 110, place: 0.5 },
  { hz: 164.8, place: 0.3 },
  { hz: 220, place: 0.7 },
  { hz: 261.6, place: 0.2 },
  { hz: 329.6, place: 0.8 },
  { hz: 493.9, place: 0.4 },
] as const;

/** One turn of the soft pad that is heard when there is nothing else; its end goes on into its beginning. */
export function synthesiseEmergencyLoop(): Float32Array {
  const pcm = new Float32Array(LOOP_SAMPLES * CHANNELS);
  for (const [index, voice] of VOICES.entries()) {
    // Whole numbers of turns in the loop, of the tone and of its slow swell, make it seamless.
    const turns = Math.round((voice.hz * LOOP_SAMPLES) / SAMPLE_RATE_HZ);
    const tone = (2 * Math.PI * turns) / LOOP_SAMPLES;
    const swell = (2 * Math.PI * (1 + (index % 3))) / LOOP_SAMPLES;
    const left = LEVEL * Math.cos((voice.place * Math.PI) / 2);
    const right = LEVEL * Math.sin((voice.place * Math.PI) / 2);
    for (let at = 0; at < LOOP_SAMPLES; at += 1) {
      const value = Math.sin(tone * at) * (0.7 + 0.3 * Math.sin(swell * at + index));
      pcm[at * CHANNELS] = (pcm[at * CHANNELS] ?? 0) + value * left;
      pcm[at * CHANNELS + 1] = (pcm[at * CHANNELS + 1] ?? 0) + value * right;
    }
  }
  return pcm;
}

/** Plays the pad for ever. */
export class EmergencyLoop {
  readonly #pcm: Float32Array;
  #index = 0;

  constructor(pcm: Float32Array) {
    this.#pcm = pcm;
  }

  /** Adds the next samples to `target`. */
  mixInto(target: Float32Array, { at, count, gainFrom, gainTo }: Segment): void {
    const step = (gainTo - gainFrom) / count;
    let gain = gainFrom + step / 2;
    for (let to = at * CHANNELS; to < (at + count) * CHANNELS; to += CHANNELS) {
      target[to] = (target[to] ?? 0) + (this.#pcm[this.#index] ?? 0) * gain;
      target[to + 1] = (target[to + 1] ?? 0) + (this.#pcm[this.#index + 1] ?? 0) * gain;
      this.#index += CHANNELS;
      if (this.#index === this.#pcm.length) this.#index = 0;
      gain += step;
    }
  }
}

export interface EncodedLoop extends StreamFormat {
  readonly blocks: { readonly samples: number; readonly base64: string }[];
}

/** Encodes the pad so that its last frame goes on into its first. */
export function encodeEmergencyLoop(pcm: Float32Array, format: StreamFormat): EncodedLoop {
  const grid = new FrameGrid(format.sampleRateHz);
  const encoder = new MountEncoder(format);
  const limiter = new Limiter();
  const frames: Buffer[] = [];
  const total = encodedFramesOf(format.sampleRateHz);
  // What is mixed first comes from the end of a turn, so that the first frame kept goes on from the last one.
  for (
    let mixed = LOOP_FRAMES - WARM_UP_FRAMES;
    frames.length < WARM_UP_FRAMES + total;
    mixed += 1
  ) {
    const from = (mixed % LOOP_FRAMES) * MIX_FRAME_SAMPLES * CHANNELS;
    const input = pcm.subarray(from, from + MIX_FRAME_SAMPLES * CHANNELS);
    limiter.process(input, encoder.left, encoder.right);
    frames.push(...encoder.encode());
  }
  encoder.close();
  const { framesPerBlock } = grid;
  const blocks = Array.from({ length: Math.ceil(total / framesPerBlock) }, (_, block) => {
    const from = block * framesPerBlock;
    const to = Math.min(total, from + framesPerBlock);
    const bytes = Buffer.concat(frames.slice(WARM_UP_FRAMES + from, WARM_UP_FRAMES + to));
    return { samples: grid.startOf(to) - grid.startOf(from), base64: bytes.toString("base64") };
  });
  return { ...format, blocks };
}

/** Whole frames of as few turns of the pad as have whole frames. */
function encodedFramesOf(sampleRateHz: number): number {
  const frames = (LOOP_FRAMES * sampleRateHz) / SAMPLE_RATE_HZ;
  let turns = 1;
  while (!Number.isInteger(Math.round(frames * turns * 1e6) / 1e6)) turns += 1;
  return Math.round(frames * turns);
}
