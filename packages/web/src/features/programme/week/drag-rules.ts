import { daysLater } from "../../../ui/calendar-dates.ts";
import { DAY_MINUTES } from "./week-geometry.ts";
import type { Span } from "./week-geometry.ts";

/** Times change in steps of a quarter of an hour. */
export const STEP_MINUTES = 15;
const SHORTEST_MINUTES = 5;
const LONGEST_MINUTES = 1440;

/** The ways to change a span. */
export type SpanChange =
  | { readonly kind: "move"; readonly days: number; readonly minutes: number }
  | { readonly kind: "resize"; readonly minutes: number };

/** A span moved by pointer or keys; its start stays within the day. */
export function changedSpan(span: Span, change: SpanChange): Span {
  if (change.kind === "resize")
    return {
      ...span,
      minutes: clamped(span.minutes + change.minutes, SHORTEST_MINUTES, LONGEST_MINUTES),
    };
  const minute = clamped(span.minute + change.minutes, 0, DAY_MINUTES - STEP_MINUTES);
  return { ...span, date: daysLater(span.date, change.days), minute };
}

/** A distance in pixels as minutes, in whole steps. */
export function stepsOf(px: number, hourPx: number): number {
  return Math.round(((px / hourPx) * 60) / STEP_MINUTES) * STEP_MINUTES;
}

/** The span drawn on an empty part of a day: from the starting quarter to the pointer. */
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

/** The span for a click: one hour from the half hour clicked. */
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
