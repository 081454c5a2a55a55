import {
  LEDGER_SPAN_MS,
  outsideTextSchema,
  type LostRows,
  type SessionRow,
} from "@neonrelay/on-air/protocol";
import { hourStartOf, localDateOf, momentOf } from "../schedule/local-time-rules.ts";

/** What is known of a session. */
export interface SessionPart extends Pick<
  SessionRow,
  | "mount"
  | "via"
  | "edge"
  | "player"
  | "device"
  | "country"
  | "subdivision"
  | "startedAtMs"
  | "seconds"
  | "bytes"
> {
  readonly id: string;
  readonly endedAtMs: number;
  readonly isOpen: boolean;
}

/** Whose sum it is; see `listening_rollups`. */
export interface RollupKey {
  readonly span: "hour" | "day";
  readonly dimension: "all" | "mount" | "country" | "player" | "device" | "edge" | "via";
  readonly atMs: number;
  readonly value: string;
}

export interface Rollup extends RollupKey {
  readonly seconds: number;
  readonly bytes: number;
  readonly began: number;
  readonly ended: number;
  readonly lost: number;
}

export interface DaySums {
  readonly day: string;
  readonly sessions: number;
  readonly lost: number;
  readonly seconds: number;
}

/** Values of one dimension in one hour or day; what exceeds them counts as `OTHER`. */
export const MAX_VALUES = { hour: 50, day: 200 } as const;
export const OTHER = "other";
const MAX_NAME_CHARACTERS = 60;
/** A clock that was set wrong: outside of these years no local time is reliable. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2200, 0, 1);

/**
 * The rows that follow a number, with times and texts that can be stored. A clock that was set back within a row leaves
 * it without length, with what was heard.
 */
export function usableRows(
  rows: readonly SessionRow[],
  storedNumber: number,
): readonly SessionRow[] {
  return rows.flatMap((row) => {
    const { number, startedAtMs, fromMs, toMs } = row;
    if (number <= storedNumber || ![startedAtMs, fromMs, toMs].every(isReliable)) return [];
    return [
      {
        ...row,
        mount: nameOf(row.mount),
        edge: row.edge === null ? null : nameOf(row.edge),
        player: nameOf(row.player),
        startedAtMs: Math.min(startedAtMs, fromMs),
        toMs: Math.max(fromMs, toMs),
        seconds: Math.min(row.seconds, LEDGER_SPAN_MS / 1000),
      },
    ];
  });
}

/** The same of what on-air had no room for. */
export function usableLostRows(
  lost: readonly LostRows[],
  storedNumber: number,
): readonly LostRows[] {
  return lost
    .filter(({ number, spanFromMs }) => number > storedNumber && isReliable(spanFromMs))
    .map((rows) => ({ ...rows, mount: nameOf(rows.mount) }));
}

function isReliable(atMs: number): boolean {
  return atMs >= EARLIEST_MS && atMs < LATEST_MS;
}

function nameOf(text: string): string {
  return outsideTextSchema.parse(text).slice(0, MAX_NAME_CHARACTERS).toWellFormed();
}

/** What the rows add to each session. */
export function sumSessions(rows: readonly SessionRow[]): readonly SessionPart[] {
  const sessions = new Map<string, SessionPart>();
  for (const row of rows) {
    const { sessionId: id, startedAtMs, toMs, seconds, bytes, isLast } = row;
    const { mount, via, edge, player, device, country, subdivision } = row;
    const known = sessions.get(id);
    sessions.set(id, {
      ...(known ?? { id, mount, via, edge, player, device, country, subdivision }),
      startedAtMs: Math.min(known?.startedAtMs ?? startedAtMs, startedAtMs),
      endedAtMs: Math.max(known?.endedAtMs ?? toMs, toMs),
      seconds: (known?.seconds ?? 0) + seconds,
      bytes: (known?.bytes ?? 0) + bytes,
      isOpen: (known?.isOpen ?? true) && !isLast,
    });
  }
  return [...sessions.values()];
}

/** Where and how was listened, as far as that is kept in sums. */
interface Place {
  readonly fromMs: number;
  readonly day: string;
  readonly mount: string;
  readonly country: string | null;
  /** null: not known. */
  readonly way: Pick<SessionRow, "player" | "device" | "edge" | "via"> | null;
}

type Amounts = Omit<Rollup, keyof RollupKey>;
type Listened = Place & Amounts;

/**
 * What was listened in each place within a span, in rows and in those that on-air had no room for. Thousands of rows
 * have few places.
 */
export function listenedOf(
  { rows, lost }: { readonly rows: readonly SessionRow[]; readonly lost: readonly LostRows[] },
  timeZone: string,
): readonly Listened[] {
  const places = new Map<string, Place & { -readonly [Name in keyof Amounts]: number }>();
  const add = (key: string, amounts: Amounts, place: () => Place): void => {
    const known = places.get(key);
    if (known === undefined) return void places.set(key, { ...place(), ...amounts });
    known.seconds += amounts.seconds;
    known.bytes += amounts.bytes;
    known.began += amounts.began;
    known.ended += amounts.ended;
    known.lost += amounts.lost;
  };
  for (const row of rows) {
    const { day, mount, country, player, device, edge, via, seconds, bytes } = row;
    const span = Math.floor(row.fromMs / LEDGER_SPAN_MS);
    const amounts = { began: Number(row.isFirst), ended: Number(row.isLast), lost: 0 };
    add(
      [span, day, mount, country, player, device, edge, via].join("\n"),
      { seconds, bytes, ...amounts },
      () => ({
        fromMs: span * LEDGER_SPAN_MS,
        day,
        mount,
        country,
        way: { player, device, edge, via },
      }),
    );
  }
  for (const { spanFromMs: fromMs, mount, country, seconds, sessions } of lost) {
    const amounts = { seconds, bytes: 0, began: sessions, ended: 0, lost: sessions };
    add([fromMs, mount, country].join("\n"), amounts, () => {
      const day = localDateOf(fromMs, timeZone);
      return { fromMs, day, mount, country, way: null };
    });
  }
  return [...places.values()];
}

/** What was listened in each hour and station day; the number of values is not bounded yet. */
export function sumRollups(listened: readonly Listened[], timeZone: string): readonly Rollup[] {
  const sums = new Map<string, Rollup>();
  // Every row lies within one span, and every hour of the clock face begins with one.
  const hourOf = remember((atMs: number) => hourStartOf(atMs, timeZone));
  const dayOf = remember((day: string) => momentOf(`${day}T00:00`, timeZone));
  for (const { fromMs, day: date, mount, country, way, ...amounts } of listened) {
    const hour = { span: "hour", atMs: hourOf(fromMs) } as const;
    const day = { span: "day", atMs: dayOf(date) } as const;
    const where = [
      { dimension: "mount", value: mount },
      { dimension: "country", value: country ?? "" },
    ] as const;
    addTo(sums, { ...hour, dimension: "all", value: "", ...amounts });
    for (const each of where) {
      addTo(sums, { ...hour, ...each, ...amounts });
      addTo(sums, { ...day, ...each, ...amounts });
    }
    if (way === null) continue;
    for (const dimension of ["player", "device", "edge", "via"] as const)
      addTo(sums, { ...day, dimension, value: way[dimension] ?? "", ...amounts });
  }
  return [...sums.values()];
}

/**
 * The same with at most `MAX_VALUES` of each dimension and span, those listened to longest first.
 * @param known stored keys of these spans
 */
export function boundRollups(
  rollups: readonly Rollup[],
  known: readonly RollupKey[],
): readonly Rollup[] {
  const values = Map.groupBy(known, groupOf);
  const admitted = new Map(
    [...values].map(([group, keys]) => [group, new Set(keys.map(({ value }) => value))]),
  );
  const sums = new Map<string, Rollup>();
  for (const rollup of rollups.toSorted((a, b) => b.seconds - a.seconds)) {
    const group = groupOf(rollup);
    const there = admitted.get(group) ?? new Set();
    admitted.set(group, there);
    const isAdmitted = there.has(rollup.value) || there.size < MAX_VALUES[rollup.span];
    if (isAdmitted) there.add(rollup.value);
    addTo(sums, isAdmitted ? rollup : { ...rollup, value: OTHER });
  }
  return [...sums.values()];
}

function groupOf({ span, dimension, atMs }: Omit<RollupKey, "value">): string {
  return `${span} ${dimension} ${atMs}`;
}

function addTo(sums: Map<string, Rollup>, added: Rollup): void {
  const key = `${groupOf(added)} ${added.value}`;
  const known = sums.get(key);
  sums.set(key, {
    ...added,
    seconds: added.seconds + (known?.seconds ?? 0),
    bytes: added.bytes + (known?.bytes ?? 0),
    began: added.began + (known?.began ?? 0),
    ended: added.ended + (known?.ended ?? 0),
    lost: added.lost + (known?.lost ?? 0),
  });
}

/** What was listened on each station day. */
export function sumDays(listened: readonly Listened[]): readonly DaySums[] {
  const sumOf = (parts: readonly Listened[], field: "began" | "lost" | "seconds") =>
    parts.reduce((sum, part) => sum + part[field], 0);
  return [...Map.groupBy(listened, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    sessions: sumOf(ofDay, "began"),
    lost: sumOf(ofDay, "lost"),
    seconds: sumOf(ofDay, "seconds"),
  }));
}

/** The listeners of each day, once. */
export function listHashes(
  rows: readonly SessionRow[],
): readonly Pick<SessionRow, "day" | "hash">[] {
  const hashes = new Map(rows.map(({ day, hash }) => [`${day} ${hash}`, { day, hash }]));
  return [...hashes.values()];
}

/** Calculates each value once. */
function remember<Key, Value>(calculate: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? calculate(key);
    known.set(key, value);
    return value;
  };
}
