import type { ScheduleEntry } from "@neonrelay/contract";
import { addDays, localDateOf, momentOf } from "./local-time-rules.ts";
import { listDates } from "./repeat-rules.ts";

/** The part of a schedule entry that decides what is on. */
export type EntryTimes = Omit<ScheduleEntry, "version">;

/** One occurrence of an entry. */
export interface OccurrenceTime {
  readonly entry: EntryTimes;
  /** The local date on which it begins by the rule. */
  readonly date: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A part of an occurrence that is on, because nothing with a higher precedence is. */
export interface OnAirPart {
  readonly occurrence: OccurrenceTime;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Occurrences that overlap a span, by start. */
export function listOccurrences({
  entries,
  timeZone,
  fromMs,
  untilMs,
}: Span & {
  readonly entries: readonly EntryTimes[];
  readonly timeZone: string;
}): readonly OccurrenceTime[] {
  // An entry is at most a day long, and a local day may have 25 hours.
  const fromDate = addDays(localDateOf(fromMs, timeZone), -2);
  const untilDate = localDateOf(untilMs, timeZone);
  return entries
    .flatMap((entry) =>
      listDates(entry, { fromDate, untilDate }).map((date) => {
        const beginsMs = momentOf(`${date}${entry.startsAt.slice(date.length)}`, timeZone);
        const endsMs = beginsMs + entry.durationMinutes * 60_000;
        return { entry, date, fromMs: beginsMs, untilMs: endsMs };
      }),
    )
    .filter((occurrence) => occurrence.fromMs < untilMs && occurrence.untilMs > fromMs)
    .toSorted((a, b) => a.fromMs - b.fromMs || comparePrecedence(a, b));
}

/**
 * Which of two overlapping occurrences is on: the higher priority, then the one that happens once, the later start, the
 * lower id.
 * @returns below 0 when `a` is
 */
function comparePrecedence(a: OccurrenceTime, b: OccurrenceTime): number {
  return (
    b.entry.priority - a.entry.priority ||
    Number(a.entry.repeat !== null) - Number(b.entry.repeat !== null) ||
    b.fromMs - a.fromMs ||
    (a.entry.id < b.entry.id ? -1 : Number(a.entry.id > b.entry.id))
  );
}

/** Resolves overlaps: what is on when, by time. Where nothing is on there is a gap. */
export function decideOverlaps(occurrences: readonly OccurrenceTime[]): readonly OnAirPart[] {
  const times = [...new Set(occurrences.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]))];
  times.sort((a, b) => a - b);
  const waiting = occurrences.toSorted((a, b) => a.fromMs - b.fromMs);
  const parts: OnAirPart[] = [];
  let running: OccurrenceTime[] = [];
  let next = 0;
  times.forEach((fromMs, index) => {
    running = running.filter((occurrence) => occurrence.untilMs > fromMs);
    for (let each = waiting[next]; each?.fromMs === fromMs; each = waiting[next]) {
      running.push(each);
      next += 1;
    }
    const [first, ...others] = running;
    const untilMs = times[index + 1];
    if (first === undefined || untilMs === undefined) return;
    const occurrence = others.reduce(
      (best, each) => (comparePrecedence(each, best) < 0 ? each : best),
      first,
    );
    const last = parts.at(-1);
    if (last?.occurrence === occurrence && last.untilMs === fromMs)
      parts[parts.length - 1] = { ...last, untilMs };
    else parts.push({ occurrence, fromMs, untilMs });
  });
  return parts;
}

export interface Coverage {
  readonly covered: "no" | "partly" | "whole";
  /** The first occurrence that is on in its place; null: none. */
  readonly coveredBy: OccurrenceTime | null;
}

/** How long each occurrence is on. */
export function coverageOf(
  occurrences: readonly OccurrenceTime[],
  parts: readonly OnAirPart[],
): ReadonlyMap<OccurrenceTime, Coverage> {
  const onMs = new Map<OccurrenceTime, number>();
  for (const { occurrence, fromMs, untilMs } of parts)
    onMs.set(occurrence, (onMs.get(occurrence) ?? 0) + untilMs - fromMs);
  return new Map(
    occurrences.map((occurrence): [OccurrenceTime, Coverage] => {
      const ownMs = onMs.get(occurrence) ?? 0;
      if (ownMs === occurrence.untilMs - occurrence.fromMs)
        return [occurrence, { covered: "no", coveredBy: null }];
      const covering = parts.find(
        (part) =>
          part.occurrence !== occurrence &&
          part.fromMs < occurrence.untilMs &&
          part.untilMs > occurrence.fromMs,
      );
      const coveredBy = covering?.occurrence ?? null;
      return [occurrence, { covered: ownMs === 0 ? "whole" : "partly", coveredBy }];
    }),
  );
}
