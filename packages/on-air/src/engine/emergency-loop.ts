import { CHANNELS, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { Limiter } from "../audio/limiter.ts";
import { Mp3Encoder } from "../audio/mp3-encoder.ts";
import { MP3_FRAME_SAMPLES } from "../audio/mp3-format.ts";
import type { Segment } from "../audio/pcm-ring.ts";

/** 24 blocks of 13 MP3 frames, 8.15 s: whole frames, so that the encoded loop repeats without a seam too. */
const BLOCKS = 24;
const FRAMES_PER_BLOCK = 13;
const LOOP_SAMPLES = BLOCKS * FRAMES_PER_BLOCK * MP3_FRAME_SAMPLES;
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

export interface EncodedLoop {
  readonly bitrateKbps: number;
  readonly blocks: { readonly samples: number; readonly base64: string }[];
}

/** Encodes the pad so that its last frame goes on into its first. */
export function encodeEmergencyLoop({
  pcm,
  bitrateKbps,
}: {
  readonly pcm: Float32Array;
  readonly bitrateKbps: number;
}): EncodedLoop {
  const encoder = new Mp3Encoder({ bitrateKbps });
  const limiter = new Limiter();
  const frames: Buffer[] = [];
  // The second turn is kept: its first frame overlaps with the end of the turn before, as in the repetition.
  const total = 2 * BLOCKS * FRAMES_PER_BLOCK;
  for (let frame = 0; frames.length < total; frame += 1) {
    const from = ((frame * MP3_FRAME_SAMPLES) % LOOP_SAMPLES) * CHANNELS;
    const input = pcm.subarray(from, from + MP3_FRAME_SAMPLES * CHANNELS);
    limiter.process(input, encoder.left, encoder.right);
    frames.push(...encoder.encode());
  }
  encoder.close();
  const blocks = Array.from({ length: BLOCKS }, (_, block) => {
    const from = total / 2 + block * FRAMES_PER_BLOCK;
    return {
      samples: FRAMES_PER_BLOCK * MP3_FRAME_SAMPLES,
      base64: Buffer.concat(frames.slice(from, from + FRAMES_PER_BLOCK)).toString("base64"),
    };
  });
  return { bitrateKbps, blocks };
}
