import { expect, test } from "vitest";
import { changedSpan, clickedSpan, drawnSpan, stepsOf } from "./drag-rules.ts";

const span = { date: "2026-11-23", minute: 1200, minutes: 120 };

test("a distance in pixels becomes quarters of an hour", () => {
  expect([stepsOf(48, 48), stepsOf(11, 48), stepsOf(-7, 48), stepsOf(5, 48)]).toEqual([
    60, 15, -15, 0,
  ]);
});

test("a moved occurrence keeps its length and starts within the day", () => {
  expect(changedSpan(span, { kind: "move", days: 1, minutes: -15 })).toEqual({
    date: "2026-11-24",
    minute: 1185,
    minutes: 120,
  });
  expect(changedSpan(span, { kind: "move", days: 0, minutes: 600 }).minute).toBe(1425);
  expect(changedSpan(span, { kind: "move", days: 0, minutes: -6000 }).minute).toBe(0);
});

test("a resized occurrence has at least five minutes and at most a day", () => {
  const minutesAfter = (minutes: number) => changedSpan(span, { kind: "resize", minutes }).minutes;

  expect([minutesAfter(15), minutesAfter(-600), minutesAfter(6000)]).toEqual([135, 5, 1440]);
});

test("drawing up or down gives the same span, in whole quarters", () => {
  const date = "2026-11-23";

  expect(drawnSpan({ date, fromMinute: 607, toMinute: 655 })).toEqual({
    date,
    minute: 600,
    minutes: 60,
  });
  expect(drawnSpan({ date, fromMinute: 655, toMinute: 607 }).minute).toBe(600);
  expect(drawnSpan({ date, fromMinute: 1430, toMinute: 1900 })).toEqual({
    date,
    minute: 1425,
    minutes: 15,
  });
});

test("a click starts at the half hour", () => {
  expect(clickedSpan("2026-11-23", 1234)).toEqual({
    date: "2026-11-23",
    minute: 1230,
    minutes: 60,
  });
});
