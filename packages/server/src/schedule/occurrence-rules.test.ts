import { expect, test } from "vitest";
import type { HolidayTimes } from "./holiday-rules.ts";
import {
  coverageOf,
  decideOverlaps,
  listOccurrences,
  type EntryTimes,
} from "./occurrence-rules.ts";

const berlin = "Europe/Berlin";

function entry(id: string, startsAt: string, change: Partial<EntryTimes> = {}): EntryTimes {
  return {
    id,
    what: { kind: "show", showId: `show ${id}` },
    startsAt,
    durationMinutes: 60,
    repeat: null,
    except: [],
    priority: 0,
    ...change,
  };
}

function listed(
  entries: readonly EntryTimes[],
  from: string,
  until: string,
  holidays: readonly HolidayTimes[] = [],
) {
  const span = { fromMs: Date.parse(from), untilMs: Date.parse(until) };
  return listOccurrences({ entries, holidays, timeZone: berlin, ...span });
}

/** What is on when, as "id 20:00-21:00" in UTC. */
function onAir(entries: readonly EntryTimes[]) {
  const found = listed(entries, "2027-03-01T00:00Z", "2027-03-03T00:00Z");
  const time = (atMs: number) => new Date(atMs).toISOString().slice(11, 16);
  return decideOverlaps(found).map(
    (part) => `${part.occurrence.entry.id} ${time(part.fromMs)}-${time(part.untilMs)}`,
  );
}

test("[T2] a repeating entry keeps its local times when the clocks change", () => {
  const daily = entry("a", "2027-03-27T02:30:00", { repeat: "FREQ=DAILY" });
  const times = (from: string, until: string) =>
    listed([daily], from, until).map(({ fromMs, untilMs }) =>
      [fromMs, untilMs].map((atMs) => new Date(atMs).toISOString().slice(5, 16)),
    );

  expect(times("2027-03-27T00:00Z", "2027-03-30T00:00Z")).toEqual([
    ["03-27T01:30", "03-27T02:30"],
    ["03-28T01:00", "03-28T01:30"],
    ["03-29T00:30", "03-29T01:30"],
  ]);
  expect(times("2027-10-30T00:00Z", "2027-11-02T00:00Z")).toEqual([
    ["10-30T00:30", "10-30T01:30"],
    ["10-31T00:30", "10-31T02:30"],
    ["11-01T01:30", "11-01T02:30"],
  ]);
});

test("[T2] a night show ends at its local time, and the next begins there", () => {
  const night = entry("a", "2027-01-01T22:00:00", { repeat: "FREQ=DAILY", durationMinutes: 480 });
  const hoursOf = (from: string, until: string) =>
    listed([night], from, until).map(({ fromMs, untilMs }) => (untilMs - fromMs) / 3_600_000);

  expect(hoursOf("2027-03-27T22:00Z", "2027-03-28T01:00Z")).toEqual([7]);
  expect(hoursOf("2027-10-30T22:00Z", "2027-10-31T01:00Z")).toEqual([9]);
  expect(hoursOf("2027-10-31T22:00Z", "2027-11-01T01:00Z")).toEqual([8]);
});

test("[T2] in a skipped hour repeating entries are not on; a one-time entry is on right after it", () => {
  const within = { durationMinutes: 30 };
  const daily = entry("a", "2027-03-01T02:15:00", { ...within, repeat: "FREQ=DAILY" });
  const once = entry("b", "2027-03-28T02:15:00", within);

  expect(listed([daily, once], "2027-03-28T00:00Z", "2027-03-28T04:00Z")).toMatchObject([
    {
      entry: { id: "b" },
      fromMs: Date.parse("2027-03-28T01:00Z"),
      untilMs: Date.parse("2027-03-28T01:30Z"),
    },
  ]);
});

test("an occurrence that began the day before and runs past midnight is included", () => {
  const late = entry("late", "2027-03-01T23:30:00", { durationMinutes: 120 });

  expect(listed([late], "2027-03-01T23:30Z", "2027-03-02T12:00Z")).toMatchObject([
    { date: "2027-03-01", fromMs: Date.parse("2027-03-01T22:30Z") },
  ]);
  expect(listed([late], "2027-03-02T00:30Z", "2027-03-02T12:00Z")).toEqual([]);
});

test("[T3] the higher priority is on, and a partly covered occurrence keeps the rest", () => {
  expect(
    onAir([
      entry("long", "2027-03-01T20:00:00", { durationMinutes: 180 }),
      entry("news", "2027-03-01T21:00:00", { priority: 1, durationMinutes: 30 }),
    ]),
  ).toEqual(["long 19:00-20:00", "news 20:00-20:30", "long 20:30-22:00"]);
});

test("[T3] at equal priority the one-time entry is on, then the later start, then the lower id", () => {
  const once = entry("once", "2027-03-01T20:00:00");
  const weekly = entry("weekly", "2027-03-01T20:30:00", { repeat: "FREQ=WEEKLY" });

  expect(onAir([weekly, once])).toEqual(["once 19:00-20:00", "weekly 20:00-20:30"]);
  expect(onAir([once, entry("later", "2027-03-01T20:30:00")])).toEqual([
    "once 19:00-19:30",
    "later 19:30-20:30",
  ]);
  expect(onAir([entry("b", "2027-03-01T20:00:00"), entry("a", "2027-03-01T20:00:00")])).toEqual([
    "a 19:00-20:00",
  ]);
});

test("[T3] each occurrence says how much of it is covered, and by which other", () => {
  const entries = [
    entry("whole", "2027-03-01T20:00:00"),
    entry("partly", "2027-03-01T20:30:00"),
    entry("top", "2027-03-01T20:00:00", { priority: 9 }),
    entry("free", "2027-03-02T20:00:00"),
  ];
  const found = listed(entries, "2027-03-01T00:00Z", "2027-03-03T00:00Z");
  const coverage = coverageOf(found, decideOverlaps(found));

  expect(
    found.map((each) => {
      const { covered, coveredBy } = coverage.get(each) ?? {};
      return [each.entry.id, covered, coveredBy?.entry.id];
    }),
  ).toEqual([
    ["top", "no", undefined],
    ["whole", "whole", "top"],
    ["partly", "partly", "top"],
    ["free", "no", undefined],
  ]);
});
