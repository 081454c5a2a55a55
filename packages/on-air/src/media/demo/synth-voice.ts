import { SAMPLE_RATE_HZ } from "./song-timing.ts";
import {
  addWave,
  CONTROL_SAMPLES,
  startOscillator,
  type OscillatorSettings,
  type StereoBuffer,
} from "./oscillators.ts";

/** A subtractive synthesiser voice: oscillators, low-pass filter with envelope, amplitude envelope. */
export interface VoicePatch {
  readonly oscillators: readonly OscillatorSettings[];
  readonly attackMs: number;
  readonly decayMs: number;
  /** 0 to 1. */
  readonly sustain: number;
  readonly releaseMs: number;
  readonly cutoffHz: number;
  /** Added by the filter envelope at the start of a note; falls with `filterDecayMs`. */
  readonly cutoffEnvelopeHz: number;
  readonly filterDecayMs: number;
  /** 0 (none) to 0.95 (whistling). */
  readonly resonance: number;
  readonly vibratoCents: number;
  /** 1 is clean; more bends the wave. */
  readonly drive: number;
}

export interface Note {
  readonly startSample: number;
  readonly lengthSamples: number;
  readonly midiNote: number;
  /** 0 to 1. */
  readonly velocity: number;
  /** 0 to 1: scales the filter's cutoff, for slow openings. */
  readonly brightness: number;
}

interface FilterState {
  first: number;
  second: number;
}

const VIBRATO_HZ = 5.2;
const VIBRATO_DELAY_SECONDS = 0.25;

/** Adds one note to `output`; anything beyond its end is dropped. */
export function addNote({
  output,
  patch,
  note,
}: {
  readonly output: StereoBuffer;
  readonly patch: VoicePatch;
  readonly note: Note;
}): void {
  const oscillators = patch.oscillators.map((settings) => startOscillator(settings, note.midiNote));
  const releaseSamples = Math.max(64, (patch.releaseMs * SAMPLE_RATE_HZ) / 1000);
  const end = Math.min(
    output.left.length,
    Math.floor(note.startSample + note.lengthSamples + releaseSamples),
  );
  const block = {
    left: new Float32Array(CONTROL_SAMPLES),
    right: new Float32Array(CONTROL_SAMPLES),
  };
  const { left, right } = block;
  const filterLeft: FilterState = { first: 0, second: 0 };
  const filterRight: FilterState = { first: 0, second: 0 };
  let level = 0;
  for (let start = note.startSample; start < end; start += CONTROL_SAMPLES) {
    const size = Math.min(CONTROL_SAMPLES, end - start);
    const elapsedSamples = start - note.startSample;
    const elapsedSeconds = elapsedSamples / SAMPLE_RATE_HZ;
    const vibrato =
      elapsedSeconds < VIBRATO_DELAY_SECONDS
        ? 1
        : 2 ** ((patch.vibratoCents / 1200) * Math.sin(2 * Math.PI * VIBRATO_HZ * elapsedSeconds));
    left.fill(0);
    right.fill(0);
    for (const oscillator of oscillators) {
      oscillator.increment = oscillator.baseIncrement * vibrato;
      oscillator.modulation = 2.5 * Math.exp(-elapsedSeconds / 0.35) * note.velocity;
      addWave(oscillator, block);
    }
    if (patch.drive !== 1) bend(block, patch.drive);
    const cutoffHz =
      (patch.cutoffHz +
        patch.cutoffEnvelopeHz * Math.exp((-1000 * elapsedSeconds) / patch.filterDecayMs)) *
      note.brightness;
    filterBlock(left, filterLeft, { cutoffHz, resonance: patch.resonance });
    filterBlock(right, filterRight, { cutoffHz, resonance: patch.resonance });
    const nextLevel =
      note.velocity *
      envelopeAt(patch, { elapsedSamples: elapsedSamples + size, note, releaseSamples });
    const step = (nextLevel - level) / size;
    for (let index = 0; index < size; index += 1) {
      level += step;
      output.left[start + index] = (output.left[start + index] ?? 0) + (left[index] ?? 0) * level;
      output.right[start + index] =
        (output.right[start + index] ?? 0) + (right[index] ?? 0) * level;
    }
    level = nextLevel;
  }
}

function envelopeAt(
  patch: VoicePatch,
  {
    elapsedSamples,
    note,
    releaseSamples,
  }: { readonly elapsedSamples: number; readonly note: Note; readonly releaseSamples: number },
): number {
  const heldSamples = Math.min(elapsedSamples, note.lengthSamples);
  const heldMs = (heldSamples * 1000) / SAMPLE_RATE_HZ;
  const attack = Math.min(1, heldMs / Math.max(1, patch.attackMs));
  const decay =
    patch.sustain +
    (1 - patch.sustain) * Math.exp(-Math.max(0, heldMs - patch.attackMs) / patch.decayMs);
  const released = Math.max(0, elapsedSamples - note.lengthSamples) / releaseSamples;
  const release = Math.max(0, 1 - released);
  return attack * decay * release * release;
}

function bend({ left, right }: StereoBuffer, drive: number): void {
  for (let index = 0; index < CONTROL_SAMPLES; index += 1) {
    left[index] = Math.tanh((left[index] ?? 0) * drive);
    right[index] = Math.tanh((right[index] ?? 0) * drive);
  }
}

/** State-variable low-pass in its topology-preserving form: stable under fast sweeps. */
function filterBlock(
  block: Float32Array,
  state: FilterState,
  { cutoffHz, resonance }: { readonly cutoffHz: number; readonly resonance: number },
): void {
  const g = Math.tan((Math.PI * Math.min(16_000, Math.max(30, cutoffHz))) / SAMPLE_RATE_HZ);
  const k = 2 * (1 - resonance);
  const a1 = 1 / (1 + g * (g + k));
  const a2 = g * a1;
  const a3 = g * a2;
  let { first, second } = state;
  for (let index = 0; index < CONTROL_SAMPLES; index += 1) {
    const v3 = (block[index] ?? 0) - second;
    const v1 = a1 * first + a2 * v3;
    const v2 = second + a2 * first + a3 * v3;
    first = 2 * v1 - first;
    second = 2 * v2 - second;
    block[index] = v2;
  }
  state.first = first;
  state.second = second;
}
