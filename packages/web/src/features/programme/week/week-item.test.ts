import type { Occurrence, ScheduleEntry } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { blocksByDay, itemWords, weekItems } from "./week-item.ts";

const entry = (id: string, change: Partial<ScheduleEntry> = {}): ScheduleEntry => ({
  id,
  what: { kind: "clock", clockId: "c" },
  startsAt: "2026-11-23T20:00:00",
  durationMinutes: 120,
  repeat: null,
  except: [],
  priority: 0,
  version: 1,
  ...change,
});
const occurrence = (entryId: string, change: Partial<Occurrence> = {}): Occurrence => ({
  entryId,
  date: "2026-11-23",
  startsAt: "2026-11-23T19:00:00.000Z",
  endsAt: "2026-11-23T21:00:00.000Z",
  show: null,
  clock: { id: "c", name: entryId, color: "violet" },
  isLive: false,
  covered: "no",
  coveredBy: null,
  ...change,
});
const days = ["2026-11-23", "2026-11-24"];

test("a higher priority covers part of a lower one, never the reverse", () => {
  const entries = [
    entry("evening", { repeat: "FREQ=DAILY" }),
    entry("special"),
    entry("weak", { repeat: "FREQ=DAILY" }),
  ];
  const items = weekItems(
    [
      occurrence("evening", { covered: "partly", coveredBy: "special" }),
      occurrence("special", { startsAt: "2026-11-23T20:00:00.000Z" }),
      occurrence("weak", {
        startsAt: "2026-11-23T18:00:00.000Z",
        endsAt: "2026-11-23T19:30:00.000Z",
      }),
    ],
    { entries, timeZone: "Europe/Berlin" },
  );

  const [monday = []] = blocksByDay(items, days);

  const evening = monday.find(({ item }) => item.name === "evening");
  expect(evening?.covered).toEqual([{ fromMinute: 1260, toMinute: 1320 }]);
  expect(monday.find(({ item }) => item.name === "special")?.covered).toEqual([]);
  expect(evening && itemWords(evening.item)).toBe(
    "Monday, 23 November, clock, repeats, partly covered by special",
  );
});

test("a fully covered occurrence is covered on each of its days", () => {
  const items = weekItems(
    [occurrence("night", { endsAt: "2026-11-24T01:00:00.000Z", covered: "whole", coveredBy: "x" })],
    { entries: [entry("night")], timeZone: "Europe/Berlin" },
  );

  expect(blocksByDay(items, days).map((blocks) => blocks.map(({ covered }) => covered))).toEqual([
    [[{ fromMinute: 1200, toMinute: 1440 }]],
    [[{ fromMinute: 0, toMinute: 120 }]],
  ]);
});

test("removed entries are left out", () => {
  expect(weekItems([occurrence("gone")], { entries: [], timeZone: "Europe/Berlin" })).toEqual([]);
});
