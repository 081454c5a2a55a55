import { expect, test } from "vitest";
import type { ShowDate } from "./on-now-data.ts";
import { formatDate, formatSoon, groupByDay, hostWords } from "./schedule-words.ts";

const NOON = Date.parse("2027-03-01T12:00:00Z");

function show(
  name: string,
  startsAt: string,
  endsAt: string,
  covered: ShowDate["covered"] = "no",
): ShowDate {
  return {
    entryId: name,
    date: startsAt.slice(0, 10),
    startsAt: `${startsAt}:00.000Z`,
    endsAt: `${endsAt}:00.000Z`,
    show: { id: name, name, slug: name, color: "cyan", pictureUrl: null, hosts: [] },
    clock: null,
    isLive: false,
    covered,
    coveredBy: null,
  };
}

const namesByDay = (shows: readonly ShowDate[], timeZone: string) =>
  groupByDay(shows, { timeZone, nowMs: NOON, days: 7, holidays: new Map() }).map((day) => [
    day.name,
    ...day.shows.map((each) => each.show.name),
  ]);

test("shows are listed by day in a time zone, today first", () => {
  const shows = [
    show("late", "2027-03-01T23:30", "2027-03-02T01:00"),
    show("next", "2027-03-02T20:00", "2027-03-02T21:00"),
    show("then", "2027-03-04T20:00", "2027-03-04T21:00"),
  ];

  expect(namesByDay(shows, "UTC")).toEqual([
    ["Today", "late"],
    ["Tomorrow", "next"],
    ["Thursday, March 4", "then"],
  ]);
  expect(namesByDay(shows, "Asia/Tokyo")).toEqual([
    ["Tomorrow", "late"],
    ["Wednesday, March 3", "next"],
    ["Friday, March 5", "then"],
  ]);
});

test("a holiday has its day, with or without shows", () => {
  const days = groupByDay([show("next", "2027-03-02T20:00", "2027-03-02T21:00")], {
    timeZone: "UTC",
    nowMs: NOON,
    days: 7,
    holidays: new Map([
      ["2027-03-04", "Founding Day"],
      ["2027-03-02", "Market Day"],
      ["2027-02-28", "Before"],
      ["2027-03-08", "Later"],
    ]),
  });

  expect(days.map(({ name, holiday, shows }) => [name, holiday, shows.length])).toEqual([
    ["Tomorrow", "Market Day", 1],
    ["Thursday, March 4", "Founding Day", 0],
  ]);
});

test("past, covered and distant shows are left out; the current show counts as today", () => {
  const shows = [
    show("over", "2027-03-01T10:00", "2027-03-01T12:00"),
    show("on", "2027-02-28T23:00", "2027-03-01T13:00"),
    show("covered", "2027-03-01T14:00", "2027-03-01T15:00", "whole"),
    show("later", "2027-03-08T00:00", "2027-03-08T01:00"),
  ];

  expect(namesByDay(shows, "UTC")).toEqual([["Today", "on"]]);
});

test.each([
  ["2027-03-01T22:00:00Z", "23:00"],
  ["2027-03-01T23:00:00Z", "Tue 00:00"],
  ["2027-03-07T19:00:00Z", "Sun 20:00"],
  ["2027-03-08T19:00:00Z", "Mar 8, 20:00"],
])("%s is shortened to %s in Berlin", (at, words) => {
  expect(formatSoon("Europe/Berlin", at, NOON)).toBe(words);
});

test("a date across a daylight saving change has the local times", () => {
  const night = show("night", "2027-03-28T00:30", "2027-03-28T02:30");

  expect(formatDate("Europe/Berlin", night)).toBe("Sunday, March 28, 01:30 to 04:30");
});

test("hosts are listed in one sentence", () => {
  expect([[], ["Vega"], ["Vega", "Ada", "Lux"]].map(hostWords)).toEqual([
    undefined,
    "With Vega",
    "With Vega, Ada, and Lux",
  ]);
});
