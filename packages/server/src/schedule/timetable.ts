import type { Show, ShowContent, ShowRequests } from "@neonrelay/contract";
import {
  decideOverlaps,
  listOccurrences,
  type EntryTimes,
  type OccurrenceTime,
} from "./occurrence-rules.ts";
import type { HolidayTimes } from "./holiday-rules.ts";

/** The part of a show that decides what plays. */
export type TimetableShow = Pick<Show, "id" | "name" | "content" | "requests">;

/** What the schedule has for a span of time. */
export interface TimetableSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  /** null: nothing is scheduled. */
  readonly entryId: string | null;
  readonly showId: string | null;
  readonly showName: string | null;
  readonly content: ShowContent;
  readonly requestRule: ShowRequests;
}

/** Spans without gaps from `fromMs` to `untilMs`, with overlaps resolved. */
export function timetable({
  entries,
  holidays,
  shows,
  timeZone,
  fromMs,
  untilMs,
}: {
  readonly entries: readonly EntryTimes[];
  readonly holidays: readonly HolidayTimes[];
  readonly shows: ReadonlyMap<string, TimetableShow>;
  readonly timeZone: string;
  readonly fromMs: number;
  readonly untilMs: number;
}): readonly TimetableSpan[] {
  const spans: TimetableSpan[] = [];
  let atMs = fromMs;
  for (const part of decideOverlaps(
    listOccurrences({ entries, holidays, timeZone, fromMs, untilMs }),
  )) {
    const begins = Math.max(part.fromMs, fromMs);
    const ends = Math.min(part.untilMs, untilMs);
    if (begins >= ends) continue;
    if (begins > atMs) spans.push({ ...unscheduled, fromMs: atMs, untilMs: begins });
    spans.push({ ...contentOf(part.occurrence, shows), fromMs: begins, untilMs: ends });
    atMs = ends;
  }
  if (atMs < untilMs) spans.push({ ...unscheduled, fromMs: atMs, untilMs });
  return spans;
}

const unscheduled = {
  entryId: null,
  showId: null,
  showName: null,
  content: { kind: "turns" },
  requestRule: { kind: "open" },
} as const;

function contentOf(
  { entry: { id: entryId, what } }: OccurrenceTime,
  shows: ReadonlyMap<string, TimetableShow>,
): Omit<TimetableSpan, "fromMs" | "untilMs"> {
  if (what.kind === "clock") return { ...unscheduled, entryId, content: what };
  const show = shows.get(what.showId);
  if (show === undefined) return { ...unscheduled, entryId };
  const { id: showId, name: showName, content, requests: requestRule } = show;
  return { entryId, showId, showName, content, requestRule };
}
