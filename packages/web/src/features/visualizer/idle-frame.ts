import { LEVEL_BANDS, LEVEL_SAMPLES } from "@neonrelay/contract/callers";
import type { SignalFrame } from "./signal-frame.ts";

const bands = new Float32Array(LEVEL_BANDS);
const samples = new Float32Array(LEVEL_SAMPLES);

/** Slow low waves that suggest 'ready' and can't be mistaken for music. */
export function idleFrame(nowMs: number): SignalFrame {
  for (let band = 0; band < bands.length; band += 1) {
    const swell = Math.sin(band / 6 + nowMs / 1400) + Math.sin(band / 11 - nowMs / 2300);
    bands[band] = 0.035 + 0.02 * (swell + 2) * 0.5;
  }
  for (let at = 0; at < samples.length; at += 1) {
    const edge = Math.sin((Math.PI * at) / (samples.length - 1));
    samples[at] = 0.035 * edge * Math.sin(at / 10 + nowMs / 900);
  }
  return { bands, samples, rmsLeftDb: null, rmsRightDb: null, peakDb: null };
}
