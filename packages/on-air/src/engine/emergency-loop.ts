import { codecFrames, packFrames } from "../formats/codec-frames.ts";
import { Limiter } from "../audio/limiter.ts";
import { MountEncoder } from "../audio/mount-encoder.ts";
import { CHANNELS, MIX_FRAME_SAMPLES, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import type { Segment } from "../audio/pcm-ring.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";
import { FrameGrid } from "./frame-grid.ts";

/**
 * 7.68 s: whole frames of MP3 at 44.1 and 48 kHz, and of Opus, so that the encoded loop has no seam either. Other
 * mounts need several turns to get whole frames: AAC at 44.1 kHz needs four.
 */
const LOOP_FRAMES = 294;
const LOOP_SAMPLES = LOOP_FRAMES * MIX_FRAME_SAMPLES;
/** Mixed frames to encode before the loop's first, so that none of the encoder's start-up remains in the loop. */
const WARM_UP_FRAMES = 10;
const LEVEL = 0.045;
/** A minor ninth, wide: Hz, and each voice's pan from left (0) to right (1). */
const VOICES = [
  { hz: 110, place: 0.5 },
  { hz: 164.8, place: 0.3 },
  { hz: 220, place: 0.7 },
  { hz: 261.6, place: 0.2 },
  { hz: 329.6, place: 0.8 },
  { hz: 493.9, place: 0.4 },
] as const;

/** One turn of the soft pad that plays when there is nothing else; it loops seamlessly. */
export function synthesiseEmergencyLoop(): Float32Array {
  const pcm = new Float32Array(LOOP_SAMPLES * CHANNELS);
  for (const [index, voice] of VOICES.entries()) addVoice(pcm, index, voice);
  return pcm;
}

/** Every engine waits for this at start: rotating a sine sample by sample takes a third of the time of `Math.sin`. */
function addVoice(pcm: Float32Array, index: number, { hz, place }: (typeof VOICES)[number]): void {
  // The tone and its slow swell make a whole number of turns, so the loop has no seam.
  const tone = (2 * Math.PI * Math.round((hz * LOOP_SAMPLES) / SAMPLE_RATE_HZ)) / LOOP_SAMPLES;
  const swell = (2 * Math.PI * (1 + (index % 3))) / LOOP_SAMPLES;
  const [toneSin, toneCos] = [Math.sin(tone), Math.cos(tone)];
  const [swellSin, swellCos] = [Math.sin(swell), Math.cos(swell)];
  const left = LEVEL * Math.cos((place * Math.PI) / 2);
  const right = LEVEL * Math.sin((place * Math.PI) / 2);
  let [sin, cos] = [0, 1];
  let [slowSin, slowCos] = [Math.sin(index), Math.cos(index)];
  for (let at = 0; at < pcm.length; at += CHANNELS) {
    const value = sin * (0.7 + 0.3 * slowSin);
    pcm[at] = (pcm[at] ?? 0) + value * left;
    pcm[at + 1] = (pcm[at + 1] ?? 0) + value * right;
    const nextSin = sin * toneCos + cos * toneSin;
    cos = cos * toneCos - sin * toneSin;
    sin = nextSin;
    const nextSlow = slowSin * swellCos + slowCos * swellSin;
    slowCos = slowCos * swellCos - slowSin * swellSin;
    slowSin = nextSlow;
  }
}

/** Plays the pad forever. */
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

interface EncodedLoop extends StreamFormat {
  readonly blocks: { readonly samples: number; readonly base64: string }[];
}

/** Mixed frames encoded per step: 0.3 s of sound, a few ms of work. */
const STEP_FRAMES = 12;

/**
 * Encodes the pad for a mount so that its last frame continues into its first. Works in small steps, because the
 * programme must go on. Owns native memory until it is done.
 */
export class LoopEncoding {
  readonly format: StreamFormat;
  readonly #pcm: Float32Array;
  readonly #encoder: MountEncoder;
  readonly #limiter = new Limiter();
  readonly #left = new Float32Array(MIX_FRAME_SAMPLES);
  readonly #right = new Float32Array(MIX_FRAME_SAMPLES);
  readonly #frames: Buffer[] = [];
  readonly #total: number;
  /** Mixing starts near the end of a turn, so that the first kept frame continues from the last one. */
  #mixed = LOOP_FRAMES - WARM_UP_FRAMES;

  /** @throws EncodeError, ResampleError when the format is not supported */
  constructor(pcm: Float32Array, format: StreamFormat) {
    this.#pcm = pcm;
    this.format = format;
    this.#encoder = new MountEncoder(format);
    this.#total = encodedFramesOf(format);
  }

  /** @returns the loop once it is complete */
  step(): EncodedLoop | null {
    for (let frame = 0; frame < STEP_FRAMES; frame += 1) {
      const from = (this.#mixed % LOOP_FRAMES) * MIX_FRAME_SAMPLES * CHANNELS;
      const input = this.#pcm.subarray(from, from + MIX_FRAME_SAMPLES * CHANNELS);
      const sound = { left: this.#left, right: this.#right };
      this.#limiter.process(input, sound.left, sound.right);
      this.#frames.push(...this.#encoder.encode(sound));
      this.#mixed += 1;
      if (this.#frames.length < WARM_UP_FRAMES + this.#total) continue;
      this.#encoder.close();
      return this.#whole();
    }
    return null;
  }

  /** Cancels the encoding; don't call it once the loop is complete. */
  close(): void {
    this.#encoder.close();
  }

  #whole(): EncodedLoop {
    const grid = new FrameGrid(this.format);
    const { framesPerBlock } = grid;
    const blocks = Array.from({ length: Math.ceil(this.#total / framesPerBlock) }, (_, block) => {
      const from = block * framesPerBlock;
      const to = Math.min(this.#total, from + framesPerBlock);
      const frames = this.#frames.slice(WARM_UP_FRAMES + from, WARM_UP_FRAMES + to);
      const base64 = packFrames(this.format.codec, frames).toString("base64");
      return { samples: grid.startOf(to) - grid.startOf(from), base64 };
    });
    return { ...this.format, blocks };
  }
}

/** Frames of the fewest turns of the pad that make whole frames. */
function encodedFramesOf({ codec, sampleRateHz }: StreamFormat): number {
  const frames = (LOOP_SAMPLES * sampleRateHz) / SAMPLE_RATE_HZ / codecFrames[codec].frameSamples;
  let turns = 1;
  while (!Number.isInteger(Math.round(frames * turns * 1e6) / 1e6)) turns += 1;
  return Math.round(frames * turns);
}
