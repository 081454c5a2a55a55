import { toneLevelsDb, type Sound } from "../tone-levels.ts";

/**
 * A marked programme encodes the number of each second in its sound: ten slots of 100 ms with one tone each. The first
 * is the highest tone, used only to start a second; nine octal digits follow, six for the number and three for its
 * checksum.
 */
const TONES_HZ = [700, 900, 1100, 1300, 1500, 1700, 1900, 2100, 2300] as const;
const BEGIN = 8;
const BASE = 8;
const NUMBER_DIGITS = 6;
const CHECK_DIGITS = 3;
const CHECK_BITS = 9;
const SLOTS = 1 + NUMBER_DIGITS + CHECK_DIGITS;
const SLOT_MS = 100;
export const SECOND_MS = SLOTS * SLOT_MS;
/** Numbers per track: no track has more seconds. */
export const NUMBERS_PER_TRACK = 1000;

const LEVEL = 0.3;
/** Makes every encoded frame unique; 30 dB below the tones. */
const NOISE_LEVEL = 0.01;
/** A tone fades in and out over this time, to avoid clicks. */
const EDGE_MS = 5;

/** Tone indexes of each slot of that second. */
function slotsOf(number: number): readonly number[] {
  return [BEGIN, ...digitsOf(number, NUMBER_DIGITS), ...digitsOf(checkOf(number), CHECK_DIGITS)];
}

function digitsOf(value: number, count: number): number[] {
  return Array.from(
    { length: count },
    (_, place) => Math.floor(value / BASE ** (count - 1 - place)) % BASE,
  );
}

/** Adjacent numbers have very different checksums. */
function checkOf(number: number): number {
  return Math.imul(number ^ 0x5bd1e995, 0x9e3779b1) >>> (32 - CHECK_BITS);
}

/** Renders seconds from that number on: mono, 16-bit samples. */
export function renderMarks({
  firstNumber,
  seconds,
  rateHz,
}: {
  readonly firstNumber: number;
  readonly seconds: number;
  readonly rateHz: number;
}): Int16Array {
  const slotSamples = (rateHz * SLOT_MS) / 1000;
  const edgeSamples = (rateHz * EDGE_MS) / 1000;
  const samples = new Int16Array(seconds * SLOTS * slotSamples);
  let random = firstNumber + 1;
  for (let second = 0; second < seconds; second += 1)
    for (const [slot, tone] of slotsOf(firstNumber + second).entries()) {
      const step = (2 * Math.PI * (TONES_HZ[tone] ?? 0)) / rateHz;
      const start = (second * SLOTS + slot) * slotSamples;
      for (let index = 0; index < slotSamples; index += 1) {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
        const edge = Math.min(1, index / edgeSamples, (slotSamples - index) / edgeSamples);
        const noise = (random / 2 ** 31 - 1) * NOISE_LEVEL;
        samples[start + index] = 32_767 * (LEVEL * edge * Math.sin(step * index) + noise);
      }
    }
  return samples;
}

/** An unbroken stretch of the programme. */
export interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Programme position of its start: the number times 1000, plus the ms within that second. */
  readonly programmeMs: number;
}

interface Mark {
  readonly number: number;
  readonly atMs: number;
}

const HOP_MS = 10;
/** Each slot is judged by its middle, which tolerates marks 20 ms early or late. */
const WINDOW_MS = 60;
const MARGIN_MS = (SLOT_MS - WINDOW_MS) / 2;
/** Minimum level of a slot's tone above any other. */
const LEAD_DB = 6;
const SILENT_DB = -50;
/** A slot, plus the padding of a codec. */
const CUT_OFF_MS = 160;
/** Accuracy of a mark's position. */
const PLACE_MS = 30;

/** The programme heard in a sound, with each stretch's ends accurate to a tenth of a second. */
export function readProgramme(sound: Sound): readonly Stretch[] {
  const leading = leadingTones(sound);
  const lengthMs = (sound.samples.length / sound.sampleRateHz) * 1000;
  const stretches: Stretch[] = [];
  for (const { number, atMs } of findMarks(leading)) {
    const last = stretches.at(-1);
    if (last !== undefined && atMs < last.untilMs - SECOND_MS / 2) continue;
    const programmeMs = number * SECOND_MS;
    if (last !== undefined && goesOn(last, { atMs, programmeMs }))
      stretches[stretches.length - 1] = { ...last, untilMs: atMs + SECOND_MS };
    else stretches.push({ fromMs: atMs, untilMs: atMs + SECOND_MS, programmeMs });
  }
  const found = joined(
    stretches.map((stretch, index) =>
      widened(stretch, {
        leading,
        leastMs: stretches[index - 1]?.untilMs ?? 0,
        mostMs: stretches[index + 1]?.fromMs ?? lengthMs,
      }),
    ),
  );
  return found.map((stretch, index) =>
    toEnds(stretch, { isLast: index === found.length - 1, lengthMs }),
  );
}

/** The dominant tone from each hop on; -1 for none. */
function leadingTones(sound: Sound): Int8Array {
  const lengthMs = (sound.samples.length / sound.sampleRateHz) * 1000;
  const hops = Math.max(0, Math.floor((lengthMs - WINDOW_MS) / HOP_MS) + 1);
  const leading = new Int8Array(hops);
  for (let hop = 0; hop < hops; hop += 1) {
    const window = { atMs: hop * HOP_MS, lengthMs: WINDOW_MS, frequenciesHz: TONES_HZ };
    const levels = toneLevelsDb(sound, window);
    const [most = -Infinity, second = -Infinity] = levels.toSorted((one, other) => other - one);
    const isLed = most > SILENT_DB && most - second >= LEAD_DB;
    leading[hop] = isLed ? levels.indexOf(most) : -1;
  }
  return leading;
}

function toneAt(leading: Int8Array, slotAtMs: number): number {
  return leading[Math.round((slotAtMs + MARGIN_MS) / HOP_MS)] ?? -1;
}

/** Each second that is completely readable, in order. */
function findMarks(leading: Int8Array): readonly Mark[] {
  const marks: Mark[] = [];
  let run: Mark[] = [];
  const endRun = (): void => {
    const middle = run[Math.floor((run.length - 1) / 2)];
    if (middle !== undefined) marks.push(middle);
    run = [];
  };
  for (let hop = 0; hop < leading.length; hop += 1) {
    const atMs = hop * HOP_MS;
    const number = numberAt(leading, atMs);
    if (number === null || (run[0] !== undefined && run[0].number !== number)) endRun();
    if (number !== null) run.push({ number, atMs });
  }
  endRun();
  return marks;
}

function numberAt(leading: Int8Array, atMs: number): number | null {
  if (toneAt(leading, atMs) !== BEGIN) return null;
  let number = 0;
  for (let slot = 1; slot <= NUMBER_DIGITS; slot += 1)
    number = number * BASE + toneAt(leading, atMs + slot * SLOT_MS);
  if (number < 0) return null;
  const isRead = slotsOf(number).every(
    (tone, slot) => toneAt(leading, atMs + slot * SLOT_MS) === tone,
  );
  return isRead ? number : null;
}

function goesOn(
  last: Stretch,
  { atMs, programmeMs }: { readonly atMs: number; readonly programmeMs: number },
): boolean {
  const expectedMs = last.fromMs + programmeMs - last.programmeMs;
  return Math.abs(atMs - last.untilMs) <= PLACE_MS && Math.abs(atMs - expectedMs) <= PLACE_MS;
}

/** Extends stretches slot by slot into partly readable seconds. */
function widened(
  { fromMs, untilMs, programmeMs }: Stretch,
  {
    leading,
    leastMs,
    mostMs,
  }: { readonly leading: Int8Array; readonly leastMs: number; readonly mostMs: number },
): Stretch {
  const first = Math.round(programmeMs / SECOND_MS);
  const next = first + Math.round((untilMs - fromMs) / SECOND_MS);
  let later = 0;
  for (const tone of slotsOf(next)) {
    const atMs = untilMs + later * SLOT_MS;
    if (atMs + SLOT_MS > mostMs + PLACE_MS || toneAt(leading, atMs) !== tone) break;
    later += 1;
  }
  let earlier = 0;
  if (first > 0)
    for (const tone of slotsOf(first - 1).toReversed()) {
      const atMs = fromMs - (earlier + 1) * SLOT_MS;
      if (atMs < leastMs - PLACE_MS || toneAt(leading, atMs) !== tone) break;
      earlier += 1;
    }
  return {
    fromMs: fromMs - earlier * SLOT_MS,
    untilMs: untilMs + later * SLOT_MS,
    programmeMs: programmeMs - earlier * SLOT_MS,
  };
}

/** Half a slot can't be read: at the ends of a sound it is assumed to fit. */
function toEnds(
  { fromMs, untilMs, programmeMs }: Stretch,
  { isLast, lengthMs }: { readonly isLast: boolean; readonly lengthMs: number },
): Stretch {
  const beforeMs = fromMs <= CUT_OFF_MS ? fromMs : 0;
  const isCutOff = isLast && lengthMs - untilMs <= CUT_OFF_MS;
  return {
    fromMs: fromMs - beforeMs,
    untilMs: isCutOff ? lengthMs : untilMs,
    programmeMs: programmeMs - beforeMs,
  };
}

/** Joins stretches separated by at most one unreadable slot, with nothing missing. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const whole: Stretch[] = [];
  for (const stretch of stretches) {
    const last = whole.at(-1);
    const isGap = last !== undefined && stretch.fromMs - last.untilMs > SLOT_MS;
    const shiftMs =
      last === undefined
        ? Infinity
        : stretch.fromMs - last.fromMs - (stretch.programmeMs - last.programmeMs);
    if (last === undefined || isGap || Math.abs(shiftMs) > PLACE_MS) whole.push(stretch);
    else whole[whole.length - 1] = { ...last, untilMs: stretch.untilMs };
  }
  return whole;
}
