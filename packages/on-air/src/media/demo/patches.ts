import type { OscillatorSettings } from "./oscillators.ts";
import type { VoicePatch } from "./synth-voice.ts";

/** Sounds shared by the demo songs; each song adapts them. */
const plain: VoicePatch = {
  oscillators: [oscillator("saw", {})],
  attackMs: 4,
  decayMs: 300,
  sustain: 0.6,
  releaseMs: 120,
  cutoffHz: 2000,
  cutoffEnvelopeHz: 0,
  filterDecayMs: 200,
  resonance: 0.1,
  vibratoCents: 0,
  drive: 1,
};

/** Wide detuned saws, slow in and out. */
export const padPatch: VoicePatch = {
  ...plain,
  oscillators: [
    oscillator("saw", { detuneCents: -11, level: 0.22, pan: -0.9 }),
    oscillator("saw", { detuneCents: 10, level: 0.22, pan: 0.9 }),
    oscillator("saw", { detuneCents: -3, level: 0.18, pan: 0.3 }),
    oscillator("triangle", { octave: -1, level: 0.2 }),
  ],
  attackMs: 350,
  decayMs: 2000,
  sustain: 0.85,
  releaseMs: 700,
  cutoffHz: 1300,
};

/** Two saws and an octave of square below, plucked by the filter. */
export const bassPatch: VoicePatch = {
  ...plain,
  oscillators: [
    oscillator("saw", { detuneCents: -6, level: 0.42, pan: -0.2 }),
    oscillator("saw", { detuneCents: 6, level: 0.42, pan: 0.2 }),
    oscillator("pulse", { octave: -1, level: 0.3, shape: 0.5 }),
  ],
  decayMs: 220,
  sustain: 0.55,
  releaseMs: 40,
  cutoffHz: 320,
  cutoffEnvelopeHz: 1700,
  filterDecayMs: 90,
  resonance: 0.25,
};

/** Short bright pluck for sequences. */
export const pluckPatch: VoicePatch = {
  ...plain,
  oscillators: [
    oscillator("saw", { detuneCents: -7, level: 0.4, pan: -0.6 }),
    oscillator("pulse", { detuneCents: 7, level: 0.26, pan: 0.6, shape: 0.32 }),
  ],
  decayMs: 140,
  sustain: 0.1,
  releaseMs: 110,
  cutoffHz: 700,
  cutoffEnvelopeHz: 3600,
  filterDecayMs: 110,
  resonance: 0.35,
};

/** Singing lead with late vibrato. */
export const leadPatch: VoicePatch = {
  ...plain,
  oscillators: [
    oscillator("saw", { detuneCents: -8, level: 0.36, pan: -0.35 }),
    oscillator("saw", { detuneCents: 8, level: 0.36, pan: 0.35 }),
    oscillator("pulse", { octave: -1, level: 0.14, shape: 0.4 }),
  ],
  attackMs: 12,
  decayMs: 600,
  sustain: 0.75,
  releaseMs: 260,
  cutoffHz: 2600,
  cutoffEnvelopeHz: 2200,
  filterDecayMs: 350,
  resonance: 0.15,
  vibratoCents: 14,
};

/** Struck glass: frequency modulation that mellows as it rings. */
export const bellPatch: VoicePatch = {
  ...plain,
  oscillators: [
    oscillator("fm", { level: 0.34, pan: -0.25, shape: 3.5 }),
    oscillator("fm", { detuneCents: 5, level: 0.26, pan: 0.35, shape: 1 }),
  ],
  attackMs: 2,
  decayMs: 900,
  sustain: 0,
  releaseMs: 900,
  cutoffHz: 9000,
};

/** Electric piano of the ballads. */
export const pianoPatch: VoicePatch = {
  ...plain,
  oscillators: [
    oscillator("fm", { detuneCents: -4, level: 0.3, pan: -0.4, shape: 1 }),
    oscillator("fm", { detuneCents: 4, level: 0.3, pan: 0.4, shape: 1 }),
    oscillator("fm", { octave: 0, level: 0.07, shape: 14 }),
  ],
  attackMs: 3,
  decayMs: 1500,
  sustain: 0.12,
  releaseMs: 420,
  cutoffHz: 5000,
};

/** One channel of an old game machine. @param dutyCycle 0.125, 0.25 or 0.5 on the real thing */
export function chipPatch(dutyCycle: number, pan: number): VoicePatch {
  return {
    ...plain,
    oscillators: [oscillator("pulse", { level: 0.32, pan, shape: dutyCycle })],
    attackMs: 1,
    decayMs: 220,
    sustain: 0.55,
    releaseMs: 25,
    cutoffHz: 12_000,
    vibratoCents: 10,
  };
}

export function oscillator(
  wave: OscillatorSettings["wave"],
  settings: Partial<OscillatorSettings>,
): OscillatorSettings {
  return { wave, detuneCents: 0, octave: 0, level: 0.3, pan: 0, shape: 0.5, ...settings };
}
