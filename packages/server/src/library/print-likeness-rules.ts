/** How alike two sound prints are where they lie best on each other. */
interface PrintLikeness {
  /** Share of bits that differ; of unrelated sound about a half. */
  readonly errorShare: number;
  /** The same of the part of ten seconds that differs most. */
  readonly worstShare: number;
  /** How many numbers were compared, about eight a second. */
  readonly compared: number;
}

/** Numbers of a print that have so many high bits in common are taken to be the same moment of a recording. */
const MOMENT_BITS = 14;
/** So many of the most likely shifts are tried. */
const SHIFTS = 3;
/** One print may begin so much later than the other: thirty seconds. */
const MAX_SHIFT = 242;
const PART = 80;
const BITS = 32;

/**
 * Two encodings differ in at most this share of the bits, and nowhere by more than the second: measured were 0.08 and
 * 0.09 for MP3 of 64 kbit/s half a step later, 0.11 and 0.16 for a version that is 3 % faster.
 */
const MAX_ERROR_SHARE = 0.1;
const MAX_WORST_SHARE = 0.12;
/** At least ten seconds that say something. */
export const LEAST_COMPARED = 80;

/** The sound of a track, as long as it is heard. */
export interface PrintedSound {
  readonly print: Uint32Array;
  /** Without the silence at its ends. */
  readonly heardMs: number;
}

/** Edits of one recording differ by more, and copies with other silence at their ends by less. */
const MAX_LENGTH_DIFFERENCE_MS = 3000;

/**
 * Whether two tracks are one recording.
 * @returns in which share of their prints they agree; null when they are two
 */
export function decideSameRecording(a: PrintedSound, b: PrintedSound): number | null {
  if (Math.abs(a.heardMs - b.heardMs) > MAX_LENGTH_DIFFERENCE_MS) return null;
  const { errorShare, worstShare, compared } = comparePrints(a.print, b.print);
  if (compared < LEAST_COMPARED) return null;
  return errorShare <= MAX_ERROR_SHARE && worstShare <= MAX_WORST_SHARE ? 1 - errorShare : null;
}

/** Finds where two prints fit best, and how alike they are there. */
export function comparePrints(a: Uint32Array, b: Uint32Array): PrintLikeness {
  let best: PrintLikeness = { errorShare: 1, worstShare: 1, compared: 0 };
  for (const shift of likelyShifts(a, b)) {
    const likeness = likenessAt(a, b, shift);
    if (likeness.compared > 0 && likeness.errorShare < best.errorShare) best = likeness;
  }
  return best;
}

/** By how much `a` may lie later than `b`: where the most moments of both meet. */
function likelyShifts(a: Uint32Array, b: Uint32Array): readonly number[] {
  const placesInB = new Map<number, number[]>();
  for (const [place, moment] of momentsOf(b)) {
    const places = placesInB.get(moment);
    if (places === undefined) placesInB.set(moment, [place]);
    else places.push(place);
  }
  const votes = new Uint32Array(2 * MAX_SHIFT + 1);
  for (const [place, moment] of momentsOf(a))
    for (const other of placesInB.get(moment) ?? []) {
      const shift = place - other;
      if (Math.abs(shift) <= MAX_SHIFT)
        votes[shift + MAX_SHIFT] = (votes[shift + MAX_SHIFT] ?? 0) + 1;
    }
  return [...votes.keys()]
    .filter((index) => (votes[index] ?? 0) > 0)
    .toSorted((one, other) => (votes[other] ?? 0) - (votes[one] ?? 0))
    .slice(0, SHIFTS)
    .map((index) => index - MAX_SHIFT);
}

function momentsOf(print: Uint32Array): readonly (readonly [number, number])[] {
  return Array.from(print.entries())
    .filter(([place, item]) => item !== print[place - 1])
    .map(([place, item]) => [place, item >>> (BITS - MOMENT_BITS)] as const);
}

/** What stays the same in both, such as silence, says nothing and is not counted. */
function likenessAt(a: Uint32Array, b: Uint32Array, shift: number): PrintLikeness {
  const first = Math.max(0, -shift);
  const end = Math.min(b.length, a.length - shift);
  let errors = 0;
  let compared = 0;
  let worst = 0;
  let partErrors = 0;
  for (let place = first; place < end; place += 1) {
    const inA = a[place + shift] ?? 0;
    const inB = b[place] ?? 0;
    if (inA === a[place + shift - 1] && inB === b[place - 1]) continue;
    const differing = countBits(inA ^ inB);
    errors += differing;
    partErrors += differing;
    compared += 1;
    if (compared % PART !== 0) continue;
    worst = Math.max(worst, partErrors / (PART * BITS));
    partErrors = 0;
  }
  const errorShare = compared === 0 ? 1 : errors / (compared * BITS);
  return { errorShare, worstShare: compared < PART ? errorShare : worst, compared };
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
