import { daysLater } from "./calendar-dates.ts";
import { DAY_MINUTES } from "./week-geometry.ts";
import type { Span } from "./week-geometry.ts";

/** Times are changed in steps of a quarter of an hour. */
export const STEP_MINUTES = 15;
const SHORTEST_MINUTES = 5;
const LONGEST_MINUTES = 1440;

/** How a span is changed by hand. */
export type SpanChange =
  | { readonly kind: "move"; readonly days: number; readonly minutes: number }
  | { readonly kind: "resize"; readonly minutes: number };

/** A span that was dragged or moved by keys; its beginning stays within the day. */
export function changedSpan(span: Span, change: SpanChange): Span {
  if (change.kind === "resize")
    return {
      ...span,
      minutes: clamped(span.minutes + change.minutes, SHORTEST_MINUTES, LONGEST_MINUTES),
    };
  const minute = clamped(span.minute + change.minutes, 0, DAY_MINUTES - STEP_MINUTES);
  return { ...span, date: daysLater(span.date, change.days), minute };
}

/** A way in pixels as minutes in whole steps. */
export function stepsOf(px: number, hourPx: number): number {
  return Math.round(((px / hourPx) * 60) / STEP_MINUTES) * STEP_MINUTES;
}

/** What is drawn out on an empty part of a day: the quarter where it began and all up to where the pointer is. */
export function drawnSpan({
  date,
  fromMinute,
  toMinute,
}: {
  readonly date: string;
  readonly fromMinute: number;
  readonly toMinute: number;
}): Span {
  const first = quarterOf(Math.min(fromMinute, toMinute));
  const last = quarterOf(Math.max(fromMinute, toMinute)) + STEP_MINUTES;
  return { date, minute: first, minutes: Math.min(DAY_MINUTES, last) - first };
}

/** Where something is of which only a click said the place: an hour from its half hour on. */
export function clickedSpan(date: string, minute: number): Span {
  const half = Math.floor(clamped(minute, 0, DAY_MINUTES - 1) / 30) * 30;
  return { date, minute: half, minutes: 60 };
}

export function sameSpan(a: Span, b: Span): boolean {
  return a.date === b.date && a.minute === b.minute && a.minutes === b.minutes;
}

function quarterOf(minute: number): number {
  const within = clamped(minute, 0, DAY_MINUTES - 1);
  return Math.floor(within / STEP_MINUTES) * STEP_MINUTES;
}

function clamped(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
