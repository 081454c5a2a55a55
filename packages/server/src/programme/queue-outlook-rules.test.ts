import type { ClockSlot } from "@neonrelay/contract";
import { describe, expect, test } from "vitest";
import type { ItemStart } from "./programme-planner.ts";
import {
  type ComingItem,
  expectEntries,
  expectJoin,
  freeAtMs,
  planStartMs,
  type RequestLimit,
  type RequestPlace,
  requestPlaceOf,
} from "./queue-outlook-rules.ts";
import { testPlay, testStatus } from "../radio/test-status.ts";

const MINUTE_MS = 60_000;
const minutes = (count: number) => count * MINUTE_MS;
const clock = { id: "clock", name: "Evening" };
const show = { id: "show", name: "Night Flight" };
const noLimit: RequestLimit = { mostPerHour: null, startsMs: [] };

const item = (
  id: string,
  requests: RequestPlace,
  { start = { kind: "follow" }, long = 4 }: { start?: ItemStart; long?: number } = {},
): ComingItem => ({ id, requests, lengthMs: minutes(long), place: { start, show, clock } });
const request = (id: string, long: number | null = 3) => ({
  id,
  isRequest: true,
  lengthMs: long === null ? null : minutes(long),
});
const byOperator = (id: string, long = 3) => ({ ...request(id, long), isRequest: false });

function expected(
  entries: Parameters<typeof expectEntries>[0]["entries"],
  items: readonly ComingItem[],
  limit = noLimit,
) {
  return expectEntries({ joinMs: 0, entries, items, limit }).map((each) => ({
    ...each,
    startsAtMs: each.startsAtMs === null ? null : each.startsAtMs / MINUTE_MS,
  }));
}
const inSlot = { kind: "slot", clock: "Evening", show: "Night Flight" };
const free = { itemId: null, waitsFor: null };

describe("[G18] where waiting requests go", () => {
  const slot = (id: string, content: ClockSlot["content"]): ClockSlot => ({
    id,
    content,
    start: { kind: "follow" },
    length: { kind: "rest" },
  });
  const music = slot("music", { kind: "content", contentKind: "music" });
  const withSlot = { slots: [music, slot("wish", { kind: "requests", playlistId: null })] };

  test.each<
    [RequestPlace, string | null, { slots: ClockSlot[] } | undefined, "anywhere" | "in-slots"]
  >([
    ["here", "wish", withSlot, "anywhere"],
    ["here", "wish", withSlot, "in-slots"],
    ["before", "music", withSlot, "anywhere"],
    ["behind", "music", withSlot, "in-slots"],
    ["behind", null, withSlot, "in-slots"],
    ["before", "music", { slots: [music] }, "in-slots"],
    ["before", null, undefined, "in-slots"],
  ])("%s an item of slot %s", (place, slotId, of, setting) => {
    expect(requestPlaceOf(of, { slotId, place: setting })).toBe(place);
  });
});

describe("[G19] when an entry of the queue is expected", () => {
  test("before the plan, one after another", () => {
    expect(expected([request("a"), byOperator("b")], [item("x", "before")])).toEqual([
      { id: "a", startsAtMs: 0, ...free },
      { id: "b", startsAtMs: 3, ...free },
    ]);
    expect(expected([request("a"), request("b")], [])).toMatchObject([
      { startsAtMs: 0 },
      { startsAtMs: 3 },
    ]);
  });

  test("in the items of request slots, while an operator's entries play at once", () => {
    const plan = [
      item("x", "behind"),
      item("one", "here"),
      item("two", "here"),
      item("y", "behind"),
      item("three", "here"),
    ];

    expect(expected([request("a"), request("b"), byOperator("c"), request("d")], plan)).toEqual([
      { id: "a", startsAtMs: 7, itemId: "one", waitsFor: inSlot },
      { id: "b", startsAtMs: 10, itemId: "two", waitsFor: inSlot },
      { id: "c", startsAtMs: 0, ...free },
      { id: "d", startsAtMs: 17, itemId: "three", waitsFor: inSlot },
    ]);
  });

  test("not before a timed slot, at the second of an exact one, and no later than the end of the plan", () => {
    const soft = { kind: "soft", fromMs: minutes(10), untilMs: null } as const;
    const exact = { kind: "exact", atMs: minutes(14), whileLive: "wait" } as const;
    const plan = [
      item("x", "behind"),
      item("y", "behind", { long: 7 }),
      item("soft", "here", { start: soft }),
      item("z", "behind"),
      item("exact", "here", { start: exact }),
    ];

    expect(expected([request("a", 1), request("b"), request("c")], plan)).toEqual([
      { id: "a", startsAtMs: 11, itemId: "soft", waitsFor: inSlot },
      { id: "b", startsAtMs: 14, itemId: "exact", waitsFor: inSlot },
      {
        id: "c",
        startsAtMs: null,
        itemId: null,
        waitsFor: { kind: "slot", clock: "Evening", show: "Night Flight" },
      },
    ]);
  });

  test("after the hourly limit: with a plan at the next join, without one immediately", () => {
    const limit = { mostPerHour: 2, startsMs: [minutes(-50), minutes(-30)] };
    const plan = Array.from({ length: 10 }, (_, index) => item(String(index), "before"));

    expect(expected([request("a"), byOperator("b")], plan, limit)).toEqual([
      { id: "a", startsAtMs: 11, itemId: null, waitsFor: { kind: "limit" } },
      { id: "b", startsAtMs: 0, ...free },
    ]);
    expect(expected([request("a")], [], limit)).toMatchObject([{ startsAtMs: 10 }]);
    expect(expected([request("a")], plan, { ...limit, mostPerHour: 0 })).toEqual([
      { id: "a", startsAtMs: null, itemId: null, waitsFor: { kind: "limit" } },
    ]);
  });

  test("never after something without a known end", () => {
    expect(expected([request("stream", null), request("b")], [])).toMatchObject([
      { startsAtMs: 0 },
      { startsAtMs: null },
    ]);
  });
});

test("the limit admits a request once the oldest one that counts is an hour old", () => {
  const startsMs = [minutes(-70), minutes(-20), minutes(-50)];

  expect(freeAtMs({ mostPerHour: 3, startsMs }, 0)).toBe(0);
  expect(freeAtMs({ mostPerHour: 2, startsMs }, 0)).toBe(minutes(10));
  expect(freeAtMs({ mostPerHour: 1, startsMs }, 0)).toBe(minutes(40));
  expect(freeAtMs({ mostPerHour: 0, startsMs: [] }, 0)).toBe(Infinity);
});

test("the plan continues after the entries that come before it", () => {
  const entries = [request("a"), byOperator("b"), request("c")];
  const given = { joinMs: 0, entries, limit: noLimit };

  expect(planStartMs({ ...given, placeAt: () => "before" })).toBe(minutes(9));
  expect(planStartMs({ ...given, placeAt: () => "behind" })).toBe(minutes(3));
  expect(planStartMs({ ...given, placeAt: () => "here" })).toBe(minutes(3));
  expect(planStartMs({ ...given, placeAt: (atMs) => (atMs < 1 ? "before" : "behind") })).toBe(
    minutes(6),
  );
  const limit = { mostPerHour: 1, startsMs: [] };
  expect(planStartMs({ ...given, limit, placeAt: () => "before" })).toBe(minutes(6));
});

const nowMs = 5_000_000;
/** A three-minute track, one minute of which had played ten seconds ago. */
const status = testStatus(testPlay({}), nowMs - 10_000);

test("the next join is at the end of what is on air", () => {
  expect(expectJoin({ status, nowMs })).toEqual({ kind: "in", waitMs: 110_000 });
});

test("a play that exceeds its length delays nothing", () => {
  expect(expectJoin({ status, nowMs: nowMs + 3_600_000 })).toEqual({
    kind: "in",
    waitMs: 0,
  });
  expect(expectJoin({ status: { ...status, now: null }, nowMs })).toEqual({
    kind: "in",
    waitMs: 0,
  });
});

test("the end of a DJ's broadcast or an external stream is unknown", () => {
  const live = { ...status, now: testPlay({ kind: "live", durationMs: null }) };

  expect(expectJoin({ status: live, nowMs })).toEqual({ kind: "unknown" });
  expect(expectJoin({ status: null, nowMs })).toEqual({ kind: "unknown" });
});

test("no join is expected while the station is paused", () => {
  expect(expectJoin({ status: { ...status, source: "paused" }, nowMs })).toEqual({
    kind: "paused",
  });
});
