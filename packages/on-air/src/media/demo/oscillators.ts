import { SAMPLE_RATE_HZ } from "./song-timing.ts";
import { frequencyHz } from "./harmony.ts";

export interface OscillatorSettings {
  readonly wave: "saw" | "pulse" | "sine" | "triangle" | "fm";
  readonly detuneCents: number;
  readonly octave: number;
  readonly level: number;
  /** -1 left, 1 right. */
  readonly pan: number;
  /** pulse: share of the period that is high. fm: ratio of the modulator to the note. Otherwise unused. */
  readonly shape: number;
}

/** Sound of one layer for the whole track; notes are added to it. */
export interface StereoBuffer {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

interface RunningOscillator {
  readonly settings: OscillatorSettings;
  readonly baseIncrement: number;
  readonly gainLeft: number;
  readonly gainRight: number;
  increment: number;
  phase: number;
  modulatorPhase: number;
  /** fm only: decays over the note, which gives a struck sound its bright attack. */
  modulation: number;
}

/** Envelopes, vibrato and filter are recomputed once per this many samples. */
export const CONTROL_SAMPLES = 64;
/** Safe to share: a thread makes one wave at a time. */
const wave = new Float32Array(CONTROL_SAMPLES);

/** An oscillator at the start of a note. @param midiNote before the octave and detune of its settings */
export function startOscillator(settings: OscillatorSettings, midiNote: number): RunningOscillator {
  const hz = frequencyHz(midiNote + 12 * settings.octave + settings.detuneCents / 100);
  const angle = ((settings.pan + 1) * Math.PI) / 4;
  return {
    settings,
    baseIncrement: Math.min(0.45, hz / SAMPLE_RATE_HZ),
    gainLeft: settings.level * Math.cos(angle) * Math.SQRT2,
    gainRight: settings.level * Math.sin(angle) * Math.SQRT2,
    increment: 0,
    // Spread by detune, so that stacked oscillators don't start in phase with a click.
    phase: (Math.abs(settings.detuneCents) * 0.137 + midiNote * 0.071) % 1,
    modulatorPhase: 0,
    modulation: 0,
  };
}

/** Adds the oscillator's next `CONTROL_SAMPLES` to `block`, which is that long. */
export function addWave(oscillator: RunningOscillator, { left, right }: StereoBuffer): void {
  switch (oscillator.settings.wave) {
    case "saw":
      writeSaw(oscillator);
      break;
    case "pulse":
      writePulse(oscillator);
      break;
    case "triangle":
      writeTriangle(oscillator);
      break;
    case "sine":
      oscillator.modulation = 0;
      writeFrequencyModulation(oscillator);
      break;
    case "fm":
      writeFrequencyModulation(oscillator);
      break;
    default:
      oscillator.settings.wave satisfies never;
  }
  const { gainLeft, gainRight } = oscillator;
  for (let index = 0; index < CONTROL_SAMPLES; index += 1) {
    const value = wave[index] ?? 0;
    left[index] = (left[index] ?? 0) + value * gainLeft;
    right[index] = (right[index] ?? 0) + value * gainRight;
  }
}

/** Smooths the step of a saw or pulse over two samples (polyBLEP), which keeps aliasing inaudible. */
function stepCorrection(phase: number, increment: number): number {
  if (phase < increment) {
    const position = phase / increment;
    return position + position - position * position - 1;
  }
  if (phase > 1 - increment) {
    const position = (phase - 1) / increment;
    return position * position + position + position + 1;
  }
  return 0;
}

function writeSaw(oscillator: RunningOscillator): void {
  let { phase } = oscillator;
  const { increment } = oscillator;
  for (let index = 0; index < CONTROL_SAMPLES; index += 1) {
    wave[index] = 2 * phase - 1 - stepCorrection(phase, increment);
    phase += increment;
    if (phase >= 1) phase -= 1;
  }
  oscillator.phase = phase;
}

function writePulse(oscillator: RunningOscillator): void {
  let { phase } = oscillator;
  const { increment } = oscillator;
  const duty = oscillator.settings.shape;
  for (let index = 0; index < CONTROL_SAMPLES; index += 1) {
    const fallPhase = phase < duty ? phase + 1 - duty : phase - duty;
    wave[index] =
      (phase < duty ? 1 : -1) +
      stepCorrection(phase, increment) -
      stepCorrection(fallPhase, increment) +
      1 -
      2 * duty;
    phase += increment;
    if (phase >= 1) phase -= 1;
  }
  oscillator.phase = phase;
}

function writeTriangle(oscillator: RunningOscillator): void {
  let { phase } = oscillator;
  const { increment } = oscillator;
  for (let index = 0; index < CONTROL_SAMPLES; index += 1) {
    wave[index] = 4 * Math.abs(phase - 0.5) - 1;
    phase += increment;
    if (phase >= 1) phase -= 1;
  }
  oscillator.phase = phase;
}

function writeFrequencyModulation(oscillator: RunningOscillator): void {
  let { phase, modulatorPhase } = oscillator;
  const { increment, modulation } = oscillator;
  const modulatorIncrement = increment * oscillator.settings.shape;
  for (let index = 0; index < CONTROL_SAMPLES; index += 1) {
    const bent = modulation === 0 ? 0 : modulation * Math.sin(2 * Math.PI * modulatorPhase);
    wave[index] = Math.sin(2 * Math.PI * phase + bent);
    phase += increment;
    if (phase >= 1) phase -= 1;
    modulatorPhase += modulatorIncrement;
    if (modulatorPhase >= 1) modulatorPhase -= 1;
  }
  oscillator.phase = phase;
  oscillator.modulatorPhase = modulatorPhase;
}
