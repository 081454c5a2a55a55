import type { Occurrence, ProgrammeColor, ScheduleEntry } from "@neonrelay/contract/callers";
import { dayWords, timeWords } from "../../../ui/calendar-dates.ts";
import { coveredParts, DAY_MINUTES, placed, segmentsOf, spanBetween } from "./week-geometry.ts";
import type { Part, PlacedSegment, Segment, Span } from "./week-geometry.ts";

/** An occurrence as the calendar shows it. */
export interface WeekItem {
  /** Made of the entry and the day. */
  readonly id: string;
  readonly occurrence: Occurrence;
  readonly entry: ScheduleEntry;
  readonly name: string;
  readonly color: ProgrammeColor;
  readonly span: Span;
}

/** A part of an occurrence on one day, with the parts that others cover. */
export interface WeekBlock extends PlacedSegment<WeekItem> {
  readonly covered: readonly Part[];
}

/** The occurrences of a week, by time. Skips those whose entry has been removed. */
export function weekItems(
  occurrences: readonly Occurrence[],
  { entries, timeZone }: { readonly entries: readonly ScheduleEntry[]; readonly timeZone: string },
): readonly WeekItem[] {
  return occurrences.flatMap((occurrence) => {
    const { entryId, date, show, clock } = occurrence;
    const entry = entries.find(({ id }) => id === entryId);
    if (entry === undefined) return [];
    return {
      id: `${entryId} ${date}`,
      occurrence,
      entry,
      name: show?.name ?? clock?.name ?? "Removed",
      color: show?.color ?? clock?.color ?? "cyan",
      span: spanBetween(occurrence, timeZone),
    };
  });
}

/** Notes on unusual days, by date. */
export type HolidayNames = ReadonlyMap<string, string>;

/** The names of holidays, each with the clock that is on all day. */
export function holidayNames(
  holidays: readonly { readonly id: string; readonly date: string; readonly name: string }[],
  occurrences: readonly Occurrence[],
): HolidayNames {
  return new Map(
    holidays.map(({ id, date, name }) => {
      const clock = occurrences.find((each) => each.entryId === id && each.date === date)?.clock;
      return [date, clock === undefined || clock === null ? name : `${name}: ${clock.name}`];
    }),
  );
}

/** The blocks of each day. */
export function blocksByDay(
  items: readonly WeekItem[],
  days: readonly string[],
): readonly (readonly WeekBlock[])[] {
  const segments = items.flatMap((item) => segmentsOf(item, item.span));
  return days.map((day) => {
    const ofDay = segments.filter(({ date }) => date === day);
    return placed(ofDay).map((segment) => ({
      ...segment,
      covered: coveredOf(segment, ofDay),
    }));
  });
}

/** The parts of a block that are not on air, as the station reports them. */
function coveredOf(
  segment: Segment<WeekItem>,
  others: readonly Segment<WeekItem>[],
): readonly Part[] {
  const { covered } = segment.item.occurrence;
  if (covered === "no") return [];
  const { fromMinute, toMinute } = segment;
  if (covered === "whole") return [{ fromMinute, toMinute }];
  return coveredParts(
    segment,
    others.filter(({ item }) => item !== segment.item && !isBelow(item, segment.item)),
  );
}

/** Whether `item` ranks below `other`: by priority, then repeating below single, then the earlier start, then by id. */
function isBelow(item: WeekItem, other: WeekItem): boolean {
  const rank = ({ entry, occurrence }: WeekItem) =>
    [entry.priority, entry.repeat === null ? 1 : 0, Date.parse(occurrence.startsAt)] as const;
  const [mine, theirs] = [rank(item), rank(other)];
  const decides = mine.findIndex((value, index) => value !== theirs[index]);
  if (decides === -1) return item.occurrence.entryId > other.occurrence.entryId;
  return (mine[decides] ?? 0) < (theirs[decides] ?? 0);
}

/** 'Tuesday, 24 November, 20:15 to 22:15'. */
export function spanWords({ date, minute, minutes }: Span): string {
  const end = (minute + minutes) % DAY_MINUTES;
  return `${dayWords(date)}, ${timeWords(minute)} to ${timeWords(end)}`;
}

/** '20:15 – 22:15'. */
export function timesWords({ minute, minutes }: Span): string {
  return `${timeWords(minute)} – ${timeWords((minute + minutes) % DAY_MINUTES)}`;
}

/** What a screen reader adds to the name and times of an occurrence. */
export function itemWords({ span, entry, occurrence }: WeekItem): string {
  const { isLive, covered, coveredBy, show } = occurrence;
  const by = coveredBy ?? "another";
  return [
    dayWords(span.date),
    show === null ? "clock" : isLive ? "live show" : "show",
    ...(entry.repeat !== null ? ["repeats"] : []),
    ...(covered === "no" ? [] : [`${covered === "whole" ? "covered" : "partly covered"} by ${by}`]),
  ].join(", ");
}
