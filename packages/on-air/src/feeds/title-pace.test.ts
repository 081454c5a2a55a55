import { expect, test } from "vitest";
import { createTitlePace } from "./title-pace.ts";

test("[S6] thirty titles a minute are taken, and as many in the next", () => {
  const mayTake = createTitlePace();
  const takenAt = (nowMs: number): number =>
    Array.from({ length: 100 }, () => mayTake(nowMs)).filter(Boolean).length;

  expect([takenAt(1000), takenAt(60_000), takenAt(61_001)]).toEqual([30, 0, 30]);
});
