import { NUMBERS_PER_TRACK, SECOND_MS, type Stretch } from "./mark-rules.ts";

const FRAME_SAMPLES = 1152;
const TRACK_MS = NUMBERS_PER_TRACK * SECOND_MS;
/** Accuracy of a frame's position in the programme. */
const PLACE_MS = 60;
/** Accuracy of a stretch's ends. */
const BREAK_MS = 100;
/** Maximum overlap of two tracks: before the end of one, and after the start of the next. */
const JOIN_MS = 10_000;

/** Duration of an MPEG-1 layer III frame. */
export function frameMs(rateHz: number): number {
  return (FRAME_SAMPLES / rateHz) * 1000;
}

/** Programme position in ms of every frame heard by anyone, by checksum; null: not programme. */
export type FrameBook = ReadonlyMap<number, number | null>;

/**
 * Maps the frames of a decoded listener to positions.
 * @param sums of its frames, in order
 * @param stretches read from their sound
 */
export function bookOf(
  sums: readonly number[],
  stretches: readonly Stretch[],
  lengthMs: number,
): FrameBook {
  const book = new Map<number, number | null>();
  let next = 0;
  for (const [index, sum] of sums.entries()) {
    const atMs = index * lengthMs;
    const middleMs = atMs + lengthMs / 2;
    while ((stretches[next]?.untilMs ?? Infinity) <= middleMs) next += 1;
    const stretch = stretches[next];
    if (isAtBreak(stretches, middleMs)) continue;
    if (stretch !== undefined && stretch.fromMs <= middleMs)
      book.set(sum, stretch.programmeMs + atMs - stretch.fromMs);
    else if (!book.has(sum)) book.set(sum, null);
  }
  return book;
}

/** Whether one stretch ends and another begins there, so a frame's stretch is unknown. */
function isAtBreak(stretches: readonly Stretch[], atMs: number): boolean {
  return stretches.some(({ untilMs }, index) => {
    const fromMs = stretches[index + 1]?.fromMs ?? Infinity;
    const isBreak = fromMs - untilMs < BREAK_MS / 2;
    return isBreak && atMs > Math.min(fromMs, untilMs) - BREAK_MS && atMs < fromMs + BREAK_MS;
  });
}

/** What one listener heard of the programme, in ms. */
export interface Heard {
  /** Programme skipped. */
  readonly missingMs: number;
  /** Programme repeated. */
  readonly twiceMs: number;
  /** Anything else: the bridge, silence, the emergency loop. */
  readonly foreignMs: number;
  /** Frames no decoded listener received. */
  readonly unknownMs: number;
  /** Programme heard in order. */
  readonly programmeMs: number;
}

/**
 * Follows a listener through the programme, frame by frame.
 * @param sums of its frames, in order
 * @param trackMs length of each track: transitions between tracks are no fault
 */
export function countHeard(
  sums: readonly number[],
  {
    book,
    lengthMs,
    trackMs,
  }: { readonly book: FrameBook; readonly lengthMs: number; readonly trackMs: number },
): Heard {
  const heard = { missingMs: 0, twiceMs: 0, foreignMs: 0, unknownMs: 0, programmeMs: 0 };
  let endMs: number | null = null;
  let foreignMs = 0;
  let unknownMs = 0;
  for (const sum of sums) {
    const placeMs = book.get(sum);
    // A position past the track's end means a misread mark.
    if (placeMs === undefined || (placeMs !== null && placeMs % TRACK_MS > trackMs + SECOND_MS))
      unknownMs += lengthMs;
    else if (placeMs === null) foreignMs += lengthMs;
    else {
      const isJoin = endMs !== null && isOverJoin({ endMs, placeMs, trackMs });
      if (!isJoin) {
        const jumpMs = endMs === null ? 0 : jumpOf({ endMs, placeMs, trackMs });
        // Unknown frames count as heard here.
        const leftOutMs = jumpMs - unknownMs;
        if (leftOutMs > PLACE_MS) heard.missingMs += leftOutMs;
        if (jumpMs < -PLACE_MS) heard.twiceMs -= jumpMs;
        heard.foreignMs += foreignMs;
        heard.unknownMs += unknownMs;
      }
      foreignMs = 0;
      unknownMs = 0;
      heard.programmeMs += lengthMs;
      endMs = placeMs + lengthMs;
    }
  }
  heard.foreignMs += foreignMs;
  heard.unknownMs += unknownMs;
  return heard;
}

interface Jump {
  /** Where the last frame ended, and where the next one is. */
  readonly endMs: number;
  readonly placeMs: number;
  readonly trackMs: number;
}

/** Programme skipped between the two; negative: repeated. The rest of a cut-off track counts as skipped. */
function jumpOf({ endMs, placeMs, trackMs }: Jump): number {
  const isSame = Math.floor(endMs / TRACK_MS) === Math.floor(placeMs / TRACK_MS);
  return isSame
    ? placeMs - endMs
    : Math.max(0, trackMs - (endMs % TRACK_MS)) + (placeMs % TRACK_MS);
}

/** Whether one track ends there and another begins. */
function isOverJoin({ endMs, placeMs, trackMs }: Jump): boolean {
  const isSame = Math.floor(endMs / TRACK_MS) === Math.floor(placeMs / TRACK_MS);
  const isLate = endMs % TRACK_MS >= trackMs - JOIN_MS;
  const isEarly = placeMs % TRACK_MS <= JOIN_MS;
  return isLate && isEarly && (!isSame || placeMs < endMs);
}

/** A player's buffer, on a monotonic clock. */
export interface PlayerBuffer {
  /** When the buffer runs empty. */
  readonly emptyAtMs: number;
  /** Total time without sound to play. */
  readonly stalledMs: number;
}

/** @param nowMs when the next frame arrived */
export function takeFrame(buffer: PlayerBuffer, nowMs: number, lengthMs: number): PlayerBuffer {
  const lateMs = Math.max(0, nowMs - buffer.emptyAtMs);
  return {
    emptyAtMs: buffer.emptyAtMs + lateMs + lengthMs,
    stalledMs: buffer.stalledMs + lateMs,
  };
}

/** Median and maximum. */
export interface Spread {
  readonly median: number;
  readonly worst: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  return {
    median: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
    worst: sorted.at(-1) ?? 0,
  };
}
