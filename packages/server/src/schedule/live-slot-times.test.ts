import { whyKeyIsRefused } from "@neonrelay/on-air/protocol";
import { expect, test } from "vitest";
import { liveSlots, slotTimes, type ShowSlot } from "./live-slot-times.ts";
import type { EntryTimes } from "./occurrence-rules.ts";
import type { StoredShow } from "./show-store.ts";
import { liveContent } from "./test-live-content.ts";
import { timetable } from "./timetable.ts";

const timeZone = "Europe/Berlin";
const hanaId = "00000000-0000-4000-8000-000000000001";

const night: StoredShow = {
  id: "night",
  slug: "night-flight",
  name: "Night Flight",
  text: "",
  color: "cyan",
  content: liveContent,
  requests: { kind: "open" },
  hosts: [{ id: hanaId, name: "Hana" }],
  pictureDigest: null,
  version: 1,
};
const news: StoredShow = { ...night, id: "news", name: "News", content: { kind: "turns" } };
const shows = new Map([night, news].map((show) => [show.id, show]));

function entry(startsAt: string, change: Partial<EntryTimes> = {}): EntryTimes {
  return {
    id: "entry",
    what: { kind: "show", showId: night.id },
    startsAt,
    durationMinutes: 120,
    repeat: null,
    except: [],
    priority: 0,
    ...change,
  };
}

function slotsAt(now: string, entries: readonly EntryTimes[]): readonly ShowSlot[] {
  const nowMs = Date.parse(now);
  const spans = timetable({ entries, holidays: [], shows, timeZone, ...slotTimes(nowMs) });
  return liveSlots({ spans, shows, timeZone, nowMs });
}

/** A slot's times in UTC, from doors to overrun, and its words. */
function told({ opensMs, fromMs, graceUntilMs, untilMs, overrunUntilMs, words }: ShowSlot) {
  const times = [opensMs, fromMs, graceUntilMs, untilMs, overrunUntilMs];
  const utc = times.map((atMs) => new Date(atMs).toISOString().slice(5, 16));
  return { utc: utc.join(" "), words: `${words.opens} ${words.begins} ${words.ends}` };
}

test.each([
  {
    what: "over midnight",
    startsAt: "2027-03-01T23:00",
    utc: "03-01T21:45 03-01T22:00 03-01T22:05 03-02T00:00 03-02T00:05",
    words: "2027-03-01 22:45 23:00 01:00",
  },
  {
    what: "whose doors open on the day before",
    startsAt: "2027-03-02T00:10",
    utc: "03-01T22:55 03-01T23:10 03-01T23:15 03-02T01:10 03-02T01:15",
    words: "2027-03-01 23:55 00:10 02:10",
  },
  {
    what: "over the hour that is left out in spring",
    startsAt: "2027-03-28T01:30",
    utc: "03-28T00:15 03-28T00:30 03-28T00:35 03-28T01:30 03-28T01:35",
    words: "2027-03-28 01:15 01:30 03:30",
  },
  {
    what: "that would begin in the hour that is left out",
    startsAt: "2027-03-28T02:30",
    utc: "03-28T00:45 03-28T01:00 03-28T01:05 03-28T02:30 03-28T02:35",
    words: "2027-03-28 01:45 03:00 04:30",
  },
  {
    what: "over the hour that comes twice in autumn",
    startsAt: "2027-10-31T01:30",
    utc: "10-30T23:15 10-30T23:30 10-30T23:35 10-31T02:30 10-31T02:35",
    words: "2027-10-31 01:15 01:30 03:30",
  },
  {
    what: "that begins in the hour that comes twice",
    startsAt: "2027-10-31T02:10",
    utc: "10-30T23:55 10-31T00:10 10-31T00:15 10-31T03:10 10-31T03:15",
    words: "2027-10-31 01:55 02:10 04:10",
  },
])("a live show $what has its slot in local time", ({ startsAt, utc, words }) => {
  const [slot, ...more] = slotsAt(`${startsAt.slice(0, 10)}T00:00Z`, [entry(startsAt)]);

  expect(more).toEqual([]);
  expect(slot && told(slot)).toEqual({ utc, words });
});

test("a live show past midnight is one slot on both days", () => {
  const ids = (now: string) =>
    slotsAt(now, [entry("2027-03-22T23:00")]).map(({ slotId }) => slotId);

  expect(ids("2027-03-22T22:30Z")).toHaveLength(1);
  expect(ids("2027-03-23T00:30Z")).toEqual(ids("2027-03-22T22:30Z"));
});

test("a weekly live show keeps its local time across a change of the clocks, and is known in full length", () => {
  const weekly = entry("2027-03-22T23:00", { repeat: "FREQ=WEEKLY;BYDAY=MO" });

  // The horizon of a week lies in the middle of the second one.
  const slots = slotsAt("2027-03-22T22:30Z", [weekly]);

  expect(slots.map(told)).toEqual([
    {
      utc: "03-22T21:45 03-22T22:00 03-22T22:05 03-23T00:00 03-23T00:05",
      words: "2027-03-22 22:45 23:00 01:00",
    },
    {
      utc: "03-29T20:45 03-29T21:00 03-29T21:05 03-29T23:00 03-29T23:05",
      words: "2027-03-29 22:45 23:00 01:00",
    },
  ]);
});

test("a slot is known from a week ahead until an hour after its overrun", () => {
  const count = (now: string) => slotsAt(now, [entry("2027-03-08T20:00")]).length;

  expect(count("2027-03-01T18:00Z")).toBe(0);
  expect(count("2027-03-01T20:00Z")).toBe(1);
  expect(count("2027-03-08T22:04Z")).toBe(1);
  expect(count("2027-03-08T22:05Z")).toBe(0);
});

test("an entry with precedence splits a live show; its grace ends with its time at the latest", () => {
  const inBetween = entry("2027-03-01T20:03", {
    id: "news",
    what: { kind: "show", showId: news.id },
    durationMinutes: 10,
    priority: 5,
  });

  const slots = slotsAt("2027-03-01T12:00Z", [entry("2027-03-01T20:00"), inBetween]);

  expect(slots.map((slot) => told(slot).utc)).toEqual([
    "03-01T18:45 03-01T19:00 03-01T19:03 03-01T19:03 03-01T19:08",
    "03-01T18:58 03-01T19:13 03-01T19:18 03-01T21:00 03-01T21:05",
  ]);
});

test("[S12] during a show past midnight its key is accepted on both days, and another is refused", () => {
  const slots = [
    ...slotsAt("2027-10-30T12:00Z", [entry("2027-10-30T23:00", { durationMinutes: 240 })]),
  ];
  const ask = (now: string, userId: string) =>
    whyKeyIsRefused({ slots, keysWork: "always" }, { userId, nowMs: Date.parse(now) });
  const strangerId = "00000000-0000-4000-8000-000000000002";

  expect(ask("2027-10-30T20:44Z", strangerId)).toBeNull();
  // 02:30 occurs twice that night, and the show is on both times.
  for (const now of ["2027-10-30T21:00Z", "2027-10-31T00:30Z", "2027-10-31T01:30Z"]) {
    expect(ask(now, hanaId)).toBeNull();
    expect(ask(now, strangerId)).toBe('Only the hosts of "Night Flight" can connect until 03:00.');
  }
  expect(ask("2027-10-31T02:00Z", strangerId)).toBeNull();
});
