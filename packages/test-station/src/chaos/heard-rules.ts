import { NUMBERS_PER_TRACK, SECOND_MS, type Stretch } from "./mark-rules.ts";

const FRAME_SAMPLES = 1152;
const TRACK_MS = NUMBERS_PER_TRACK * SECOND_MS;
/** Where a frame lies in the programme is known this well. */
const PLACE_MS = 60;
/** Ends of stretches are known this well. */
const BREAK_MS = 100;
/** A track may go over to the next one so far before its end, and the next begin so far behind its beginning. */
const JOIN_MS = 10_000;

/** How long a frame of MPEG-1 layer III sounds. */
export function frameMs(rateHz: number): number {
  return (FRAME_SAMPLES / rateHz) * 1000;
}

/** Where in the programme each frame is that was ever heard, in ms; null: it is something else. By its checksum. */
export type FrameBook = ReadonlyMap<number, number | null>;

/**
 * What a listener whose sound was decoded knows of the frames it got.
 * @param sums of its frames, in order
 * @param stretches what was read of them
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

/** Whether one stretch ends and another begins there: to which of them a frame belongs is not known. */
function isAtBreak(stretches: readonly Stretch[], atMs: number): boolean {
  return stretches.some(({ untilMs }, index) => {
    const fromMs = stretches[index + 1]?.fromMs ?? Infinity;
    const isBreak = fromMs - untilMs < BREAK_MS / 2;
    return isBreak && atMs > Math.min(fromMs, untilMs) - BREAK_MS && atMs < fromMs + BREAK_MS;
  });
}

/** What one listener heard of the programme, in ms. */
export interface Heard {
  /** Of the programme, left out. */
  readonly missingMs: number;
  /** Of the programme, heard again. */
  readonly twiceMs: number;
  /** Something else than the programme: the bridge, silence, the emergency loop. */
  readonly foreignMs: number;
  /** In frames that no decoded listener got. */
  readonly unknownMs: number;
  /** Of the programme, in order. */
  readonly programmeMs: number;
}

/**
 * Follows a listener through the programme, frame by frame.
 * @param sums of its frames, in order
 * @param trackMs how long each track is: what happens where one goes over to the next is no fault
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
    // Beyond the end of its track a mark was misread.
    if (placeMs === undefined || (placeMs !== null && placeMs % TRACK_MS > trackMs + SECOND_MS))
      unknownMs += lengthMs;
    else if (placeMs === null) foreignMs += lengthMs;
    else {
      const isJoin = endMs !== null && isOverJoin({ endMs, placeMs, trackMs });
      if (!isJoin) {
        const jumpMs = endMs === null ? 0 : jumpOf({ endMs, placeMs, trackMs });
        // Frames of an unknown place are heard there.
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

/** What was left out between the two; below 0: what comes again. Of a track that was cut off its rest was left out. */
function jumpOf({ endMs, placeMs, trackMs }: Jump): number {
  const isSame = Math.floor(endMs / TRACK_MS) === Math.floor(placeMs / TRACK_MS);
  return isSame
    ? placeMs - endMs
    : Math.max(0, trackMs - (endMs % TRACK_MS)) + (placeMs % TRACK_MS);
}

/** Whether one track has come to its end there and another one begins. */
function isOverJoin({ endMs, placeMs, trackMs }: Jump): boolean {
  const isSame = Math.floor(endMs / TRACK_MS) === Math.floor(placeMs / TRACK_MS);
  const isLate = endMs % TRACK_MS >= trackMs - JOIN_MS;
  const isEarly = placeMs % TRACK_MS <= JOIN_MS;
  return isLate && isEarly && (!isSame || placeMs < endMs);
}

/** A player that plays what it has received, on a monotonic clock. */
export interface PlayerBuffer {
  /** When it will have played all that it has. */
  readonly emptyAtMs: number;
  /** How long it had nothing to play. */
  readonly stalledMs: number;
}

/** @param nowMs when the next frame came */
export function takeFrame(buffer: PlayerBuffer, nowMs: number, lengthMs: number): PlayerBuffer {
  const lateMs = Math.max(0, nowMs - buffer.emptyAtMs);
  return {
    emptyAtMs: buffer.emptyAtMs + lateMs + lengthMs,
    stalledMs: buffer.stalledMs + lateMs,
  };
}

/** Middle and greatest value. */
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
