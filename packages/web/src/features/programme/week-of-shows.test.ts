import { expect, test } from "vitest";
import { orderProblem } from "./clocks/slot-rules.ts";
import { weekClocks, weekEntry, weekShows } from "./week-of-shows.ts";

const newIds = () => {
  let count = 0;
  return () => `slot ${(count += 1)}`;
};

test("the clocks of a new week have jingles in order and music between them", () => {
  const { music, morning } = weekClocks(newIds());

  expect([orderProblem(music.slots), orderProblem(morning.slots)]).toEqual([undefined, undefined]);
  expect(new Set([...music.slots, ...morning.slots].map(({ id }) => id)).size).toBe(12);
});

test("each show starts on the first of its days from today", () => {
  const [morning, , weekend] = weekShows({ music: "m", morning: "o" });
  const on = (show: typeof morning, today: string) =>
    show && weekEntry(show, { showId: "s", today }).startsAt;

  expect([on(morning, "2026-11-23"), on(morning, "2026-11-28")]).toEqual([
    "2026-11-23T06:00:00",
    "2026-11-30T06:00:00",
  ]);
  expect(on(weekend, "2026-11-23")).toBe("2026-11-27T21:00:00");
});
