import { daysBetween, daysLater } from "../../../ui/calendar-dates.ts";
import { localMoment } from "./zone-time.ts";

export const DAY_MINUTES = 1440;
/** Shorter blocks are drawn this long, so that they can be read and clicked. */
const SHORTEST_DRAWN_MINUTES = 30;

/** A span in local time: from a day and minute, possibly past midnight. */
export interface Span {
  /** 'YYYY-MM-DD'. */
  readonly date: string;
  /** Since midnight. */
  readonly minute: number;
  readonly minutes: number;
}

/** The part of a span on one day. */
export interface Segment<Item> {
  readonly item: Item;
  readonly date: string;
  /** Since midnight, within this day. */
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly isBegun: boolean;
  readonly goesOn: boolean;
}

/** A segment in a column beside simultaneous ones. */
export interface PlacedSegment<Item> extends Segment<Item> {
  /** Counts from 0. */
  readonly lane: number;
  readonly lanes: number;
}

/** The span between two instants, in local time. */
export function spanBetween(
  { startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string },
  timeZone: string,
): Span {
  const start = localMoment(Date.parse(startsAt), timeZone);
  const end = localMoment(Date.parse(endsAt), timeZone);
  const minutes = daysBetween(start.date, end.date) * DAY_MINUTES + end.minute - start.minute;
  // Within the hour that comes twice, the end may have an earlier local time.
  const real = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
  return { ...start, minutes: minutes > 0 ? minutes : Math.max(1, Math.round(real)) };
}

/** The parts of a span day by day. */
export function segmentsOf<Item>(item: Item, { date, minute, minutes }: Span): Segment<Item>[] {
  const end = minute + minutes;
  const segments: Segment<Item>[] = [];
  for (let day = 0; day * DAY_MINUTES < end; day += 1)
    segments.push({
      item,
      date: daysLater(date, day),
      fromMinute: day === 0 ? minute : 0,
      toMinute: Math.min(DAY_MINUTES, end - day * DAY_MINUTES),
      isBegun: day === 0,
      goesOn: end > (day + 1) * DAY_MINUTES,
    });
  return segments;
}

/** The segments of one day by time, side by side where they overlap. */
export function placed<Item>(segments: readonly Segment<Item>[]): readonly PlacedSegment<Item>[] {
  const sorted = segments.toSorted(
    (a, b) => a.fromMinute - b.fromMinute || b.toMinute - a.toMinute,
  );
  const result: PlacedSegment<Item>[] = [];
  let group: { readonly segment: Segment<Item>; readonly lane: number }[] = [];
  let laneEnds: number[] = [];
  const close = () => {
    for (const { segment, lane } of group)
      result.push({ ...segment, lane, lanes: laneEnds.length });
    group = [];
    laneEnds = [];
  };
  for (const segment of sorted) {
    if (laneEnds.every((end) => end <= segment.fromMinute)) close();
    const free = laneEnds.findIndex((end) => end <= segment.fromMinute);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = drawnEnd(segment);
    group.push({ segment, lane });
  }
  close();
  return result;
}

/** The end of a segment as drawn. */
export function drawnEnd({
  fromMinute,
  toMinute,
}: {
  readonly fromMinute: number;
  readonly toMinute: number;
}): number {
  return Math.max(toMinute, fromMinute + SHORTEST_DRAWN_MINUTES);
}

/** A part of a segment, in minutes since midnight. */
export interface Part {
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** The parts of a segment that others cover, merged. */
export function coveredParts(segment: Part, others: readonly Part[]): readonly Part[] {
  const parts: Part[] = [];
  const inside = others
    .map(({ fromMinute, toMinute }) => ({
      fromMinute: Math.max(fromMinute, segment.fromMinute),
      toMinute: Math.min(toMinute, segment.toMinute),
    }))
    .filter(({ fromMinute, toMinute }) => toMinute > fromMinute)
    .toSorted((a, b) => a.fromMinute - b.fromMinute);
  for (const part of inside) {
    const last = parts.at(-1);
    if (last === undefined || last.toMinute < part.fromMinute) parts.push(part);
    else parts[parts.length - 1] = { ...last, toMinute: Math.max(last.toMinute, part.toMinute) };
  }
  return parts;
}
