import type { PlanItem } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { testTrack } from "../../../test-track.ts";
import { beforeIdAt, withPlanDropped, withPlanMoved } from "./plan-data.ts";

const plan: readonly PlanItem[] = [
  ["a", 0, 60],
  ["b", 60, 120],
  ["c", 180, 30],
].map(([id, atSeconds, seconds]) => ({
  id: String(id),
  startsAt: new Date(Date.UTC(2030, 0, 1, 20, 0, Number(atSeconds))).toISOString(),
  durationMs: Number(seconds) * 1000,
  track: testTrack,
  playlist: null,
  start: { kind: "follow" },
  show: null,
  clock: null,
  slotId: null,
  slot: null,
  request: null,
  isLocked: false,
  isByHand: false,
  gaveWay: [],
}));
const shown = (items: readonly PlanItem[]) =>
  items.map(({ id, startsAt }) => `${id} ${startsAt.slice(14, 19)}`);

test("a moved item takes its new place, and the items between change their times", () => {
  expect(shown(withPlanMoved(plan, { id: "a", index: 1 }))).toEqual([
    "b 00:00",
    "a 02:00",
    "c 03:00",
  ]);
  expect(shown(withPlanMoved(plan, { id: "c", index: 0 }))).toEqual([
    "c 00:00",
    "a 00:30",
    "b 01:30",
  ]);
  expect(shown(withPlanMoved(plan, { id: "gone", index: 0 }))).toEqual(shown(plan));
});

test("items after a removed one move up", () => {
  expect(shown(withPlanDropped(plan, "a"))).toEqual(["b 00:00", "c 02:00"]);
  expect(shown(withPlanDropped(plan, "b"))).toEqual(["a 00:00", "c 01:00"]);
  expect(withPlanDropped(plan.slice(0, 1), "a")).toEqual([]);
});

test("an item's new place is identified by the item after it; by none at the end", () => {
  const before = (id: string, index: number) => beforeIdAt(plan, { id, index });

  expect([before("c", 0), before("a", 1), before("a", 2), before("b", 1)]).toEqual([
    "a",
    "c",
    null,
    "c",
  ]);
});
