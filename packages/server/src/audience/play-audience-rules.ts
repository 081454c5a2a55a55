import type { SessionRow } from "@neonrelay/on-air/protocol";
import { OTHER } from "./ledger-rules.ts";

/** What listeners did during a play; see `play_audience`. */
export interface PlayAudience {
  readonly playId: string;
  readonly seconds: number;
  readonly atStart: number;
  readonly atEnd: number;
  readonly joined: number;
  readonly left: number;
  readonly leftEarly: number;
  readonly mounts: Readonly<Record<string, number>>;
  readonly countries: Readonly<Record<string, number>>;
}

/** When a play was on air. */
export interface PlayTimes {
  readonly id: string;
  readonly startedAtMs: number;
  /** null: on air. */
  readonly endedAtMs: number | null;
}

/** The time in which a play is the newest one on air. */
interface PlayWindow {
  readonly playId: string;
  readonly fromMs: number;
  /** Infinity: on air. */
  readonly untilMs: number;
}

/** Leaving within this time of hearing a play is blamed on it, in ms. */
const EARLY_MS = 30_000;
/** Mounts, and countries, of one play. */
const MAX_VALUES = 50;

/**
 * When each play counts: tracks overlap while they are mixed, so each ends where the next one begins, and no second
 * counts twice.
 * @param plays by start
 */
export function windowsOf(plays: readonly PlayTimes[]): readonly PlayWindow[] {
  return plays.map(({ id, startedAtMs, endedAtMs }, index) => {
    const nextMs = plays[index + 1]?.startedAtMs ?? Infinity;
    const untilMs = Math.max(startedAtMs, Math.min(endedAtMs ?? Infinity, nextMs));
    return { playId: id, fromMs: startedAtMs, untilMs };
  });
}

/** What is counted of a play while its rows are read, which are thousands at once. */
interface Tally {
  seconds: number;
  atStart: number;
  atEnd: number;
  joined: number;
  left: number;
  leftEarly: number;
  readonly mounts: Map<string, number>;
  readonly countries: Map<string, number>;
}

/**
 * What the rows add to each play. Of the rows of a session exactly one covers a moment, so a session that goes on
 * counts once at the start and end of a play.
 * @param windows by start, without overlaps
 */
export function sumPlays(
  rows: readonly SessionRow[],
  windows: readonly PlayWindow[],
): readonly PlayAudience[] {
  const tallies = new Map<PlayWindow, Tally>();
  for (const row of rows) {
    for (let index = firstAfter(windows, row.fromMs); index < windows.length; index += 1) {
      const window = windows[index];
      if (window === undefined || window.fromMs > row.toMs) break;
      const tally = tallies.get(window) ?? newTally();
      tallies.set(window, tally);
      count(tally, row, window);
    }
  }
  return [...tallies].map(([{ playId }, { mounts, countries, ...counts }]) => ({
    playId,
    ...counts,
    mounts: addValues({}, mounts),
    countries: addValues({}, countries),
  }));
}

/** Index of the first window that ends at or after a moment. */
function firstAfter(windows: readonly PlayWindow[], atMs: number): number {
  let low = 0;
  let high = windows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((windows[middle]?.untilMs ?? Infinity) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function newTally(): Tally {
  const counts = { seconds: 0, atStart: 0, atEnd: 0, joined: 0, left: 0, leftEarly: 0 };
  return { ...counts, mounts: new Map(), countries: new Map() };
}

function count(tally: Tally, row: SessionRow, { fromMs, untilMs }: PlayWindow): void {
  const lengthMs = row.toMs - row.fromMs;
  const sharedMs = Math.min(row.toMs, untilMs) - Math.max(row.fromMs, fromMs);
  const covers = (atMs: number) => row.fromMs < atMs && atMs <= row.toMs;
  const isWithin = (atMs: number) => fromMs <= atMs && atMs < untilMs;
  if (covers(fromMs)) tally.atStart += 1;
  if (covers(untilMs)) tally.atEnd += 1;
  if (row.isFirst && isWithin(row.fromMs)) tally.joined += 1;
  if (row.isLast && isWithin(row.toMs)) {
    tally.left += 1;
    if (row.toMs - Math.max(fromMs, row.startedAtMs) <= EARLY_MS) tally.leftEarly += 1;
  }
  if (sharedMs <= 0) return;
  const seconds = (row.seconds * sharedMs) / lengthMs;
  tally.seconds += seconds;
  const country = row.country ?? "";
  tally.mounts.set(row.mount, (tally.mounts.get(row.mount) ?? 0) + seconds);
  tally.countries.set(country, (tally.countries.get(country) ?? 0) + seconds);
}

/** The sum of two parts of a play's audience. */
export function addAudience(known: PlayAudience, added: PlayAudience): PlayAudience {
  return {
    playId: known.playId,
    seconds: known.seconds + added.seconds,
    atStart: known.atStart + added.atStart,
    atEnd: known.atEnd + added.atEnd,
    joined: known.joined + added.joined,
    left: known.left + added.left,
    leftEarly: known.leftEarly + added.leftEarly,
    mounts: addValues(known.mounts, Object.entries(added.mounts)),
    countries: addValues(known.countries, Object.entries(added.countries)),
  };
}

function addValues(
  known: Readonly<Record<string, number>>,
  added: Iterable<readonly [string, number]>,
): Readonly<Record<string, number>> {
  const sums = new Map(Object.entries(known));
  for (const [name, seconds] of added) {
    const value = sums.has(name) || sums.size < MAX_VALUES ? name : OTHER;
    sums.set(value, (sums.get(value) ?? 0) + seconds);
  }
  return Object.fromEntries(sums);
}
