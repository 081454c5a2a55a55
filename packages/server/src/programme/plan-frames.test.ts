import type { ClockSlot } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { planFrames, type PlanSpan } from "./plan-frames.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const startMs = Date.UTC(2027, 0, 1, 12);
const hourStart = (atMs: number) => Math.floor(atMs / HOUR_MS) * HOUR_MS;
const slot = (id: string, start: ClockSlot["start"]): ClockSlot => ({
  id,
  content: { kind: "content", contentKind: "music" },
  start,
  length: { kind: "rest" },
});
const span = (fromMinute: number, untilMinute: number): PlanSpan => ({
  fromMs: startMs + fromMinute * MINUTE_MS,
  untilMs: startMs + untilMinute * MINUTE_MS,
  entryId: "entry",
  showId: null,
  showName: null,
  content: { kind: "clock", clockId: "clock" },
});
const slots = [
  slot("music", { kind: "follow" }),
  slot("news", { kind: "exact", second: 1200, whileLive: "wait" }),
  slot("more", { kind: "follow" }),
  slot("late", { kind: "soft", second: 2400 }),
];
const clocks = new Map([["clock", { id: "clock", name: "Clock", isFilled: true, slots }]]);

const framesOf = (spans: readonly PlanSpan[]) =>
  planFrames({ spans, clocks, hourStart }).map((frame) => ({
    minutes: [(frame.fromMs - startMs) / MINUTE_MS, (frame.untilMs - startMs) / MINUTE_MS],
    slots: frame.slots.map(({ id }) => id),
    start: frame.start,
  }));

test("[G7] an hour of a clock is split at its timed slots, and each hour begins with the first slot", () => {
  expect(framesOf([span(0, 80)])).toEqual([
    { minutes: [0, 20], slots: ["music"], start: "follow" },
    { minutes: [20, 40], slots: ["news", "more"], start: "exact" },
    { minutes: [40, 60], slots: ["late"], start: "soft" },
    { minutes: [60, 80], slots: ["music"], start: "follow" },
  ]);
});

test("[G7] a clock that begins within the hour skips earlier slots", () => {
  expect(framesOf([span(25, 60)])).toEqual([
    { minutes: [25, 40], slots: ["more"], start: "follow" },
    { minutes: [40, 60], slots: ["late"], start: "soft" },
  ]);
});

test("[G10] the playlists' turns fill the time of a deleted clock", () => {
  const gone: PlanSpan = { ...span(0, 60), content: { kind: "clock", clockId: "gone" } };

  expect(framesOf([gone])).toEqual([{ minutes: [0, 60], slots: [], start: "follow" }]);
});
