import { expect, test } from "vitest";
import { isSpot, listenersAt, outcomeOf, plannedAt } from "./spot-rules.ts";

test("[X1] a spot is a track of that kind, or anything played in a spot break", () => {
  expect(isSpot("spot", undefined)).toBe(true);
  expect(isSpot("jingle", { rule: "break" })).toBe(true);
  expect(isSpot("music", { rule: "slot" })).toBe(false);
  expect(isSpot(undefined, undefined)).toBe(false);
});

test("[X2] a spot was planned for the time of its slot, else for when the plan expected it", () => {
  const startsAtMs = Date.parse("2027-03-01T18:31:00.000Z");
  const at = "2027-03-01T18:30:00.000Z";
  const whileLive = "wait" as const;

  const times = (
    [
      { kind: "follow" },
      { kind: "soft", from: at, until: null },
      { kind: "exact", at, whileLive },
    ] as const
  ).map((start) => plannedAt({ startsAtMs, reason: { start } }));

  expect(times).toEqual([startsAtMs, Date.parse(at), Date.parse(at)]);
});

test("[X2] the number of listeners is known only for plays that begin now", () => {
  const nowMs = 1_000_000;

  expect(listenersAt(12, { startedAtMs: nowMs + 5000, nowMs })).toBe(12);
  expect(listenersAt(12, { startedAtMs: nowMs - 60_000, nowMs })).toBeNull();
});

test("[X2] a spot that ends less than a quarter of a second early was heard in full", () => {
  const spot = { endReason: "finished", lengthMs: 30_000 };

  expect(outcomeOf({ ...spot, playedMs: 29_750 })).toBe("whole");
  expect(outcomeOf({ ...spot, playedMs: 29_749 })).toBe("cut");
  expect(outcomeOf({ ...spot, playedMs: null, endReason: null })).toBe("on-air");
});
