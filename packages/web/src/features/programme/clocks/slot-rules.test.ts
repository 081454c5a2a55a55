import type { ClockSlot } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import {
  lengthWords,
  minuteAndSecond,
  orderProblem,
  partsOfHour,
  secondOf,
  slotWords,
  startWords,
  withSlotMoved,
} from "./slot-rules.ts";

const slot = (id: string, change: Partial<ClockSlot> = {}): ClockSlot => ({
  id,
  content: { kind: "content", contentKind: "music" },
  start: { kind: "follow" },
  length: { kind: "rest" },
  ...change,
});
const jingle = slot("jingle", {
  content: { kind: "content", contentKind: "jingle" },
  start: { kind: "exact", second: 0, whileLive: "wait" },
  length: { kind: "tracks", tracks: 1 },
});
const spots = slot("spots", {
  content: { kind: "break", playlistId: "p", spots: 2 },
  start: { kind: "soft", second: 1800 },
});
const spans = (slots: readonly ClockSlot[]) =>
  partsOfHour(slots).map(({ slot: of, fromSecond, toSecond }) => [
    of?.id ?? "station",
    fromSecond,
    toSecond,
  ]);

test("timed slots start at their time, and slots that last until then fill the time before", () => {
  expect(spans([jingle, slot("music"), spots, slot("more")])).toEqual([
    ["jingle", 0, 12],
    ["music", 12, 1800],
    ["spots", 1800, 1860],
    ["more", 1860, 3600],
  ]);
});

test("the station's playlists fill unused time, and too many tracks are drawn narrower", () => {
  expect(spans([slot("three", { length: { kind: "tracks", tracks: 3 } })])).toEqual([
    ["three", 0, 630],
    ["station", 630, 3600],
  ]);
  expect(
    spans([
      slot("ten", { length: { kind: "tracks", tracks: 10 } }),
      { ...spots, start: { kind: "soft", second: 600 } },
    ]).slice(0, 2),
  ).toEqual([
    ["ten", 0, 600],
    ["spots", 600, 660],
  ]);
  expect(spans([])).toEqual([["station", 0, 3600]]);
});

test("times out of order are named with advice", () => {
  const late = { ...spots, id: "late", start: { kind: "soft", second: 600 } } as const;

  expect(orderProblem([jingle, slot("music"), spots])).toBeUndefined();
  expect(orderProblem([spots, late])).toBe(
    "The slot at 10:00 must come before the one at 30:00. Move it up.",
  );
});

test("a window shows both its times, and must end after its start and before the next slot", () => {
  const start = { kind: "window", second: 600, untilSecond: 900, whileLive: "wait" } as const;
  const talk = { ...spots, id: "talk", start };

  expect(startWords(start)).toBe("10:00 to 15:00");
  expect(orderProblem([talk, spots])).toBeUndefined();
  expect(orderProblem([{ ...talk, start: { ...start, untilSecond: 600 } }])).toBe(
    "The slot at 10:00 must have a later time as its end.",
  );
  expect(orderProblem([{ ...talk, start: { ...start, untilSecond: 1800 } }, spots])).toBe(
    "The slot at 30:00 lies in the window before it.",
  );
});

test("a time within the hour is minutes and seconds", () => {
  expect([minuteAndSecond(0), minuteAndSecond(3599)]).toEqual(["00:00", "59:59"]);
  expect(["15:30", "5:05", "60:00", "15", ""].map(secondOf)).toEqual([
    930,
    305,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a slot is described by content, length and start", () => {
  const nameOf = (id: string) => (id === "p" ? "Ads" : undefined);

  expect([slotWords(jingle, nameOf), lengthWords(jingle), startWords(jingle.start)]).toEqual([
    "A jingle",
    "1 track",
    "Exactly 00:00",
  ]);
  expect([slotWords(spots, nameOf), lengthWords(spots), startWords(spots.start)]).toEqual([
    "Spot break: Ads",
    "2 spots",
    "From 30:00",
  ]);
  expect(lengthWords(slot("music"))).toBe("Until the next time");
});

test("a slot is moved among the others", () => {
  const ids = withSlotMoved([slot("a"), slot("b"), slot("c")], { id: "c", index: 0 });

  expect(ids.map(({ id }) => id)).toEqual(["c", "a", "b"]);
});

test("a slot for requests names what plays while none waits", () => {
  const requests = (playlistId: string | null) =>
    slotWords(slot("wish", { content: { kind: "requests", playlistId } }), (id) =>
      id === "gold" ? "Gold" : undefined,
    );

  expect([requests(null), requests("gold"), requests("gone")]).toEqual([
    "Requests",
    "Requests, else Gold",
    "Requests, else a deleted playlist",
  ]);
});
