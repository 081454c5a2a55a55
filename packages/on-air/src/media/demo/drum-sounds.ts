import { SAMPLE_RATE_HZ } from "./song-timing.ts";
import { createNoise } from "./seeded-noise.ts";
import type { StereoBuffer } from "./oscillators.ts";

/** The drum kit: each sound is rendered once per track, then placed by its pattern. */
const drumNames = [
  "kick",
  "hard-kick",
  "soft-kick",
  "chip-kick",
  "snare",
  "gated-snare",
  "clap",
  "chip-snare",
  "hat",
  "open-hat",
  "chip-hat",
  "tom-high",
  "tom-low",
  "crash",
  "riser",
] as const;
export type DrumName = (typeof drumNames)[number];

/** One hit at full strength, peaks near 1. */
export function renderDrum(name: DrumName, seed: number): StereoBuffer {
  const noise = createNoise(seed);
  switch (name) {
    case "kick":
      return sweep({ fromHz: 170, toHz: 48, bendMs: 28, decayMs: 150, seconds: 0.45, click: 0.5 });
    case "hard-kick":
      return sweep({ fromHz: 260, toHz: 52, bendMs: 22, decayMs: 130, seconds: 0.4, click: 1.4 });
    case "soft-kick":
      return sweep({ fromHz: 95, toHz: 44, bendMs: 40, decayMs: 220, seconds: 0.6, click: 0 });
    case "chip-kick":
      return sweep({ fromHz: 420, toHz: 55, bendMs: 30, decayMs: 70, seconds: 0.2, click: 0.2 });
    case "tom-high":
      return sweep({ fromHz: 240, toHz: 150, bendMs: 90, decayMs: 190, seconds: 0.55, click: 0.2 });
    case "tom-low":
      return sweep({ fromHz: 150, toHz: 85, bendMs: 110, decayMs: 240, seconds: 0.65, click: 0.2 });
    case "snare":
      return snare(noise, { toneHz: 190, noiseDecayMs: 110, gateMs: 0 });
    case "gated-snare":
      return snare(noise, { toneHz: 165, noiseDecayMs: 120, gateMs: 330 });
    case "clap":
      return clap(noise);
    case "chip-snare":
      return steppedNoise(noise, { holdSamples: 5, decayMs: 70, seconds: 0.2 });
    case "chip-hat":
      return steppedNoise(noise, { holdSamples: 2, decayMs: 18, seconds: 0.06 });
    case "hat":
      return brightNoise(noise, { decayMs: 28, seconds: 0.12 });
    case "open-hat":
      return brightNoise(noise, { decayMs: 130, seconds: 0.4 });
    case "crash":
      return brightNoise(noise, { decayMs: 700, seconds: 2.4 });
    case "riser":
      return riser(noise);
    default:
      return name satisfies never;
  }
}

/** A sine that falls in pitch: kicks and toms. */
function sweep({
  fromHz,
  toHz,
  bendMs,
  decayMs,
  seconds,
  click,
}: {
  readonly fromHz: number;
  readonly toHz: number;
  readonly bendMs: number;
  readonly decayMs: number;
  readonly seconds: number;
  readonly click: number;
}): StereoBuffer {
  let phase = 0;
  return render(seconds, (ms) => {
    phase += (toHz + (fromHz - toHz) * Math.exp(-ms / bendMs)) / SAMPLE_RATE_HZ;
    const attack = click * Math.exp(-ms / 2.2);
    const body = Math.sin(2 * Math.PI * phase) * (1 + attack) * 1.25;
    const value = Math.tanh(body) * Math.exp(-ms / decayMs);
    return [value, value];
  });
}

/** With `gateMs`, a dense wide reverb holds its level and is cut at once: the sound of the decade. */
function snare(
  noise: () => number,
  settings: { readonly toneHz: number; readonly noiseDecayMs: number; readonly gateMs: number },
): StereoBuffer {
  const { toneHz, noiseDecayMs, gateMs } = settings;
  let phase = 0;
  let roomLeft = 0;
  let roomRight = 0;
  return render(Math.max(0.35, (gateMs + 30) / 1000), (ms) => {
    phase += (toHz(ms, toneHz) + toneHz * 0.6 * Math.exp(-ms / 18)) / SAMPLE_RATE_HZ;
    const tone = 0.55 * Math.sin(2 * Math.PI * phase) * Math.exp(-ms / 90);
    const rattle = 0.5 * noise() * Math.exp(-ms / noiseDecayMs);
    if (gateMs === 0) return [tone + rattle, tone + rattle];
    const gate = ms < gateMs ? Math.min(1, ms / 12) : Math.max(0, 1 - (ms - gateMs) / 14);
    const hold = 0.5 * gate * (0.72 + 0.28 * Math.exp(-ms / 120));
    roomLeft += 0.42 * (noise() - roomLeft);
    roomRight += 0.42 * (noise() - roomRight);
    return [tone + rattle + roomLeft * hold, tone + rattle + roomRight * hold];
  });
}

function toHz(ms: number, hz: number): number {
  return hz * (1 + 0.15 * Math.exp(-ms / 40));
}

function clap(noise: () => number): StereoBuffer {
  let band = 0;
  let low = 0;
  return render(0.35, (ms) => {
    // Three quick hands, then the room.
    const hands = ms < 30 ? Math.exp(-(ms % 10) / 3) : Math.exp(-(ms - 30) / 85);
    const source = noise();
    low += 0.09 * (source - low);
    band += 0.35 * (source - low - band);
    return [band * hands * 1.3, band * hands * 1.15];
  });
}

/** Noise through a sample-and-hold: the noise channel of an old game machine. */
function steppedNoise(
  noise: () => number,
  settings: { readonly holdSamples: number; readonly decayMs: number; readonly seconds: number },
): StereoBuffer {
  let held = 0;
  let count = 0;
  return render(settings.seconds, (ms) => {
    if (count % settings.holdSamples === 0) held = noise() > 0 ? 1 : -1;
    count += 1;
    const value = held * 0.7 * Math.exp(-ms / settings.decayMs);
    return [value, value];
  });
}

/** High-passed noise, a little different in each ear: hats and crashes. */
function brightNoise(
  noise: () => number,
  settings: { readonly decayMs: number; readonly seconds: number },
): StereoBuffer {
  let lowLeft = 0;
  let lowRight = 0;
  return render(settings.seconds, (ms) => {
    const common = noise() * 0.7;
    const sourceLeft = common + noise() * 0.3;
    const sourceRight = common + noise() * 0.3;
    lowLeft += 0.6 * (sourceLeft - lowLeft);
    lowRight += 0.6 * (sourceRight - lowRight);
    const level = Math.exp(-ms / settings.decayMs);
    return [(sourceLeft - lowLeft) * level, (sourceRight - lowRight) * level];
  });
}

/** Noise with a filter that opens over two seconds; leads into a new section. */
function riser(noise: () => number): StereoBuffer {
  const seconds = 2;
  let lowLeft = 0;
  let lowRight = 0;
  return render(seconds, (ms) => {
    const progress = ms / (seconds * 1000);
    const opening = 0.01 + 0.5 * progress ** 3;
    lowLeft += opening * (noise() - lowLeft);
    lowRight += opening * (noise() - lowRight);
    const level = progress * progress * 1.2;
    return [lowLeft * level, lowRight * level];
  });
}

function render(
  seconds: number,
  sampleAt: (ms: number) => readonly [number, number],
): StereoBuffer {
  const length = Math.round(seconds * SAMPLE_RATE_HZ);
  const buffer = { left: new Float32Array(length), right: new Float32Array(length) };
  const fadeSamples = Math.min(200, length);
  for (let index = 0; index < length; index += 1) {
    const fade = Math.min(1, (length - index) / fadeSamples);
    const [left, right] = sampleAt((index * 1000) / SAMPLE_RATE_HZ);
    buffer.left[index] = left * fade;
    buffer.right[index] = right * fade;
  }
  return buffer;
}
