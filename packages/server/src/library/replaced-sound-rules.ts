import { comparePrints, decideSameRecording, LEAST_COMPARED } from "./print-likeness-rules.ts";

/** What is known of the sound of a file. */
export interface MeasuredSound {
  readonly durationMs: number;
  readonly integratedLufs: number | null;
  readonly truePeakDbtp: number | null;
  /** null: it was too short for one, or none was made yet. */
  readonly print: Uint32Array | null;
}

/** Another encoder shifts and lengthens a recording by less: a place in it is still the same place. */
const MAX_SHIFT_MS = 250;
/** Another encoding of a recording is as loud as it, and has its peaks, within this. */
const MAX_LOUDER_LU = 0.5;
const MAX_HIGHER_DB = 1.5;
/** Of a few seconds two encodings differ by more than of a whole track; two recordings by a half. */
const MAX_OF_SHORT = 0.2;
/** A second of sound that says something. */
const LEAST_MOMENTS = 8;

/** Whether what lies in a file's place now is another recording: what was set in the old one says nothing of it. */
export function isAnotherRecording(before: MeasuredSound, after: MeasuredSound): boolean {
  if (Math.abs(before.durationMs - after.durationMs) > MAX_SHIFT_MS) return true;
  const isAsLoud =
    isNear(before.integratedLufs, after.integratedLufs, MAX_LOUDER_LU) &&
    isNear(before.truePeakDbtp, after.truePeakDbtp, MAX_HIGHER_DB);
  // Too short, too quiet or too even for a print to tell.
  if (before.print === null || after.print === null) return !isAsLoud;
  if (Math.min(tellingMoments(before.print), tellingMoments(after.print)) < LEAST_MOMENTS)
    return !isAsLoud;
  const { errorShare, compared } = comparePrints(before.print, after.print);
  if (compared < LEAST_COMPARED) return errorShare > MAX_OF_SHORT;
  const heard = ({ durationMs }: MeasuredSound, print: Uint32Array) => ({
    heardMs: durationMs,
    print,
  });
  return decideSameRecording(heard(before, before.print), heard(after, after.print)) === null;
}

/** Numbers of a print that are not those of silence or of a tone. */
function tellingMoments(print: Uint32Array): number {
  return print.filter((item, index) => item !== print[index - 1]).length;
}

function isNear(a: number | null, b: number | null, most: number): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) <= most;
}
