import { expect, test } from "vitest";
import { focusAfter, weekKeyAction } from "./week-keys.ts";

function press(key: string, { altKey = false, shiftKey = false, isChanged = false } = {}) {
  return weekKeyAction({ key, altKey, shiftKey }, { isChanged });
}

test("Alt and arrows move by a quarter of an hour or a day, with Shift they change the end", () => {
  expect(press("ArrowDown", { altKey: true })).toEqual({
    kind: "change",
    change: { kind: "move", days: 0, minutes: 15 },
  });
  expect(press("ArrowLeft", { altKey: true })).toEqual({
    kind: "change",
    change: { kind: "move", days: -1, minutes: 0 },
  });
  expect(press("ArrowUp", { altKey: true, shiftKey: true })).toEqual({
    kind: "change",
    change: { kind: "resize", minutes: -15 },
  });
});

test("Enter saves and Escape discards only an actual change", () => {
  expect([press("Enter"), press("Escape")]).toEqual([undefined, undefined]);
  expect([press("Enter", { isChanged: true }), press("Escape", { isChanged: true })]).toEqual([
    { kind: "save" },
    { kind: "undo" },
  ]);
  expect([press("Delete"), press("x")]).toEqual([{ kind: "remove" }, undefined]);
});

test("arrows go through a day, and to the nearest time on the next day with occurrences", () => {
  const stops = [
    { id: "mon-8", day: 0, fromMinute: 480 },
    { id: "mon-20", day: 0, fromMinute: 1200 },
    { id: "wed-7", day: 2, fromMinute: 420 },
    { id: "wed-19", day: 2, fromMinute: 1140 },
  ];
  const go = (id: string, to: "before" | "after" | "day-before" | "day-after") =>
    focusAfter(stops, { id, to });

  expect([go("mon-8", "after"), go("mon-8", "before")]).toEqual(["mon-20", undefined]);
  expect([go("mon-20", "day-after"), go("wed-7", "day-before")]).toEqual(["wed-19", "mon-8"]);
  expect([go("wed-7", "day-after"), go("gone", "after")]).toEqual([undefined, undefined]);
});
