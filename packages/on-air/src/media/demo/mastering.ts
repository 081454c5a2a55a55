import { createLoudnessMeter } from "../loudness-meter.ts";
import { SAMPLE_RATE_HZ } from "./song-timing.ts";
import type { StereoBuffer } from "./oscillators.ts";

/** Before the limiter, which costs up to one LU. */
const TARGET_LUFS = -14.4;
/** -3 dBFS after MP3 coding has raised the peaks of a noisy snare. */
const CEILING = 10 ** (-4.6 / 20);
/** Share of the highs added on top: about 5 dB. */
const PRESENCE = 0.8;
const FADE_SAMPLES = SAMPLE_RATE_HZ / 100;
const LOOK_AHEAD_SAMPLES = 128;

/** Cuts the inaudible lows, brings the mix to the station's level with headroom, and fades both ends (10 ms). */
export function master(mix: StereoBuffer): Float32Array {
  balance(mix.left);
  balance(mix.right);
  const interleaved = new Float32Array(mix.left.length * 2);
  for (let index = 0; index < mix.left.length; index += 1) {
    interleaved[index * 2] = mix.left[index] ?? 0;
    interleaved[index * 2 + 1] = mix.right[index] ?? 0;
  }
  const lufs = measureLufs(interleaved);
  if (lufs !== null) limit(interleaved, 10 ** ((TARGET_LUFS - lufs) / 20));
  fadeEnds(interleaved);
  return interleaved;
}

function measureLufs(interleaved: Float32Array): number | null {
  const meter = createLoudnessMeter({ sampleRateHz: SAMPLE_RATE_HZ, findsTruePeak: false });
  meter.add(interleaved);
  return meter.result().integratedLufs;
}

/** Removes inaudible lows and lifts the presence, the first two things a mastering engineer does. */
function balance(channel: Float32Array): void {
  const keepRumble = Math.exp((-2 * Math.PI * 25) / SAMPLE_RATE_HZ);
  const keepBody = Math.exp((-2 * Math.PI * 1800) / SAMPLE_RATE_HZ);
  let rumble = 0;
  let body = 0;
  for (let index = 0; index < channel.length; index += 1) {
    const input = channel[index] ?? 0;
    rumble = input + keepRumble * (rumble - input);
    const clean = input - rumble;
    body = clean + keepBody * (body - clean);
    channel[index] = clean + PRESENCE * (clean - body);
  }
}

/** Applies `gain` and keeps every peak below the ceiling, looking ahead so that the gain is down when it comes. */
function limit(interleaved: Float32Array, gain: number): void {
  const frames = interleaved.length / 2;
  const release = 1 - Math.exp(-1 / (0.12 * SAMPLE_RATE_HZ));
  const attack = 1 - Math.exp(-5 / LOOK_AHEAD_SAMPLES);
  let reduction = 1;
  let target = 1;
  let holdSamples = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const ahead = Math.min(frames - 1, frame + LOOK_AHEAD_SAMPLES);
    const peak =
      gain *
      Math.max(Math.abs(interleaved[ahead * 2] ?? 0), Math.abs(interleaved[ahead * 2 + 1] ?? 0));
    const wanted = peak > CEILING ? CEILING / peak : 1;
    if (wanted <= target || holdSamples === 0) {
      target = wanted;
      holdSamples = LOOK_AHEAD_SAMPLES;
    } else holdSamples -= 1;
    reduction += (target < reduction ? attack : release) * (target - reduction);
    for (const index of [frame * 2, frame * 2 + 1]) {
      const value = (interleaved[index] ?? 0) * gain * reduction;
      interleaved[index] = Math.max(-CEILING, Math.min(CEILING, value));
    }
  }
}

function fadeEnds(interleaved: Float32Array): void {
  const frames = interleaved.length / 2;
  for (let frame = 0; frame < FADE_SAMPLES; frame += 1) {
    const level = frame / FADE_SAMPLES;
    for (const at of [frame, frames - 1 - frame])
      for (const index of [at * 2, at * 2 + 1])
        interleaved[index] = (interleaved[index] ?? 0) * level;
  }
}
