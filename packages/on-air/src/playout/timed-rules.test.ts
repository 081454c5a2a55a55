import { expect, test } from "vitest";
import type { PlanItem, PlanStart } from "../protocol/index.ts";
import {
  exactItem,
  heardToItsEnd,
  isDueAtJoin,
  isTakeOverSoon,
  PREPARE_MS,
  whyMissed,
} from "./timed-rules.ts";

const AT_MS = Date.UTC(2027, 2, 1, 18);
const TRACK_ID = "00000000-0000-4000-8000-000000000001";

function item(number: number, start: PlanStart): PlanItem {
  const text = { title: `Track ${number}`, artist: "Lux", genre: null };
  const album = { album: null, albumArtist: null, discNumber: null, trackNumber: null };
  const sound = { durationMs: 10_000, gainDb: 0, cues: null };
  const itemId = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  return {
    kind: "file",
    trackId: TRACK_ID,
    path: "/x",
    ...text,
    ...album,
    ...sound,
    itemId,
    start,
  };
}

function exact(number: number, start: Partial<Extract<PlanStart, { kind: "exact" }>> = {}) {
  return item(number, {
    kind: "exact",
    fromMs: null,
    atMs: AT_MS,
    graceMs: 60_000,
    whileLive: "wait",
    ...start,
  });
}

const free = {
  isLive: false,
  isExactOnAir: false,
  orderedId: null,
  isPlaying: true,
  isResting: () => false,
};

test("[P28] an exact item is opened a little before its time, and may start until its grace is over", () => {
  const plan = [exact(1)];
  const idAt = (nowMs: number) => exactItem(plan, { ...free, nowMs })?.item.itemId;

  expect(idAt(AT_MS - PREPARE_MS - 1)).toBeUndefined();
  expect(idAt(AT_MS - PREPARE_MS)).toBe(plan[0]?.itemId);
  expect(idAt(AT_MS + 60_000)).toBe(plan[0]?.itemId);
  expect(idAt(AT_MS + 60_001)).toBeUndefined();
});

test("[P28] of several exact items the soonest comes first", () => {
  const plan = [exact(1, { atMs: AT_MS + 5000 }), exact(2)];

  expect(exactItem(plan, { ...free, nowMs: AT_MS - 1000 })?.item).toBe(plan[1]);
});

test("[P28] no exact item starts while the station is paused or its file is unreadable", () => {
  const plan = [exact(1)];

  expect(exactItem(plan, { ...free, nowMs: AT_MS, isPlaying: false })).toBeNull();
  expect(exactItem(plan, { ...free, nowMs: AT_MS, isResting: () => true })).toBeNull();
});

test("[P30] while a DJ is on air an exact item waits, unless it interrupts", () => {
  const waits = exact(1);
  const interrupts = exact(2, { whileLive: "interrupt" });
  const live = { ...free, nowMs: AT_MS, isLive: true };

  expect(exactItem([waits], live)).toBeNull();
  expect(exactItem([waits, interrupts], live)?.item).toBe(interrupts);
});

test("[P38] an item heard over DJs does not wait while one is on air, and an exact item that is late because of it follows it", () => {
  const over = exact(1, { duckDb: 15 });
  const waits = exact(2, { atMs: AT_MS - 1000 });
  const live = { ...free, nowMs: AT_MS, isLive: true };

  expect(exactItem([waits, over], live)?.item).toBe(over);
  expect(exactItem([over], { ...live, nowMs: AT_MS + 1, isExactOnAir: true })).toBeNull();
  expect(isDueAtJoin(waits, { nowMs: AT_MS, joinBehind: "duck" })).toBe(true);
});

test("[P30] an interruption is heard to its end without cue points, to its cue-out, or to where the next one starts", () => {
  const { cues: _, ...track } = exact(1);
  const marked = { cueInMs: 500, cueOutMs: 9000, startNextMs: null, isDecay: false };

  expect(heardToItsEnd({ ...track, cues: null }).cues).toEqual({
    cueInMs: 0,
    cueOutMs: null,
    startNextMs: 10_000,
    isDecay: true,
  });
  expect(heardToItsEnd({ ...track, cues: marked }).cues).toEqual({
    ...marked,
    startNextMs: 9000,
    isDecay: true,
  });
  const known = { ...track, cues: { ...marked, startNextMs: 8000 } };
  expect(heardToItsEnd(known)).toBe(known);
  const unknown = { ...track, durationMs: null, cues: null };
  expect(heardToItsEnd(unknown)).toBe(unknown);
});

test("[P30] an exact item takes over soon from when it is opened until its time, unless it is heard over the play on air", () => {
  const soon = (ms: number, start: Parameters<typeof exact>[1] = {}) =>
    isTakeOverSoon(exact(1, start), AT_MS + ms);

  expect([-PREPARE_MS - 1, -PREPARE_MS, 0, 1].map((ms) => soon(ms))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(soon(-1000, { duckDb: 15 })).toBe(false);
  expect(isTakeOverSoon(item(2, { kind: "soft", fromMs: AT_MS, untilMs: null }), AT_MS)).toBe(
    false,
  );
});

test("[P31] a missed item says when it should have started", () => {
  const soft = item(3, { kind: "soft", fromMs: AT_MS, untilMs: AT_MS + 1000 });

  expect(whyMissed(exact(1), AT_MS + 60_000)).toBeNull();
  expect(whyMissed(exact(1), AT_MS + 60_001)).toBe(
    "its time had passed: it was due at 18:00:00 UTC",
  );
  expect(whyMissed(soft, AT_MS + 1000)).toBeNull();
  expect(whyMissed(soft, AT_MS + 1001)).toBe("its time had passed: it was due by 18:00:01 UTC");
  expect(whyMissed(item(4, { kind: "soft", fromMs: AT_MS, untilMs: null }), Infinity)).toBeNull();
  expect(whyMissed(item(5, { kind: "follow" }), Infinity)).toBeNull();
});

test("[P32] an item takes a join within its window, but not so late that the join could fall after its end", () => {
  const within = exact(1, { fromMs: AT_MS - 60_000 });
  const due = (ms: number) => isDueAtJoin(within, { nowMs: AT_MS + ms, joinBehind: null });

  expect([due(-60_001), due(-60_000), due(-8000), due(-7999)]).toEqual([false, true, true, false]);
  expect(isDueAtJoin(exact(2), { nowMs: AT_MS - 10_000, joinBehind: null })).toBe(false);
});

test("[P33] a late exact item does not cut another one short, unless the engine already has its order", () => {
  const late = exact(1);
  const ahead = exact(2, { atMs: AT_MS + 5000 });
  const behind = { ...free, nowMs: AT_MS + 1000, isExactOnAir: true };

  expect(exactItem([late], behind)).toBeNull();
  expect(exactItem([late, ahead], behind)?.item).toBe(ahead);
  expect(exactItem([late], { ...behind, orderedId: late.itemId })?.item).toBe(late);
});

test("[P33] it comes at the join after the other one, within its grace; after one that took over from a DJ only if it interrupts, too", () => {
  const waits = exact(1);
  const interrupts = exact(2, { whileLive: "interrupt" });
  const late = { nowMs: AT_MS + 1000, joinBehind: "wait" } as const;

  expect(isDueAtJoin(waits, late)).toBe(true);
  expect(isDueAtJoin(waits, { ...late, joinBehind: null })).toBe(false);
  expect(isDueAtJoin(waits, { ...late, nowMs: AT_MS })).toBe(false);
  expect(isDueAtJoin(waits, { ...late, nowMs: AT_MS + 60_001 })).toBe(false);
  expect(isDueAtJoin(waits, { ...late, joinBehind: "interrupt" })).toBe(false);
  expect(isDueAtJoin(interrupts, { ...late, joinBehind: "interrupt" })).toBe(true);
});
