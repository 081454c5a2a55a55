import { expect, test } from "vitest";
import { liveContent } from "./test-live-content.ts";
import { timetable, type TimetableShow } from "./timetable.ts";

const at = (time: string) => Date.parse(`2027-03-01T${time}Z`);
const night: TimetableShow = {
  id: "night",
  name: "Night Flight",
  content: liveContent,
  requests: { kind: "closed" },
};
const base = { durationMinutes: 60, repeat: null, except: [], priority: 0 };
const entries = [
  { ...base, id: "a", what: { kind: "show", showId: "night" }, startsAt: "2027-03-01T20:00:00" },
  { ...base, id: "b", what: { kind: "clock", clockId: "day" }, startsAt: "2027-03-01T22:00:00" },
  { ...base, id: "c", what: { kind: "show", showId: "gone" }, startsAt: "2027-03-01T23:00:00" },
] as const;

test("spans cover the time without gaps; unscheduled time follows the playlists' turns", () => {
  const turns = {
    showId: null,
    showName: null,
    content: { kind: "turns" },
    requestRule: { kind: "open" },
  };

  expect(
    timetable({
      entries,
      holidays: [],
      shows: new Map([[night.id, night]]),
      timeZone: "UTC",
      fromMs: at("19:30"),
      untilMs: at("23:30"),
    }),
  ).toEqual([
    { ...turns, entryId: null, fromMs: at("19:30"), untilMs: at("20:00") },
    {
      entryId: "a",
      showId: "night",
      showName: "Night Flight",
      content: night.content,
      requestRule: { kind: "closed" },
      fromMs: at("20:00"),
      untilMs: at("21:00"),
    },
    { ...turns, entryId: null, fromMs: at("21:00"), untilMs: at("22:00") },
    {
      ...turns,
      entryId: "b",
      content: { kind: "clock", clockId: "day" },
      fromMs: at("22:00"),
      untilMs: at("23:00"),
    },
    { ...turns, entryId: "c", fromMs: at("23:00"), untilMs: at("23:30") },
  ]);
});
