import { expect, test } from "vitest";
import { dragOf, dragPlace, edgeScrollPx } from "./drag-rules.ts";

test("a row dragged near an edge scrolls the list, faster the nearer it is", () => {
  const at = (pointerPx: number) => edgeScrollPx(pointerPx, { top: 100, bottom: 500 });

  expect([at(300), at(160), at(444)]).toEqual([0, 0, 0]);
  expect([at(128), at(100), at(20)]).toEqual([-7, -14, -14]);
  expect([at(472), at(500), at(900)]).toEqual([7, 14, 14]);
});

test("a list too short for two edges does not scroll from its middle", () => {
  expect(edgeScrollPx(30, { top: 0, bottom: 60 })).toBe(0);
});

test("a dragged row moves to the nearest place and stays within its list", () => {
  const place = (from: number, movedPx: number) =>
    dragPlace(from, { movedPx, rowPx: 56, count: 4 });

  expect(place(1, 30)).toEqual({ to: 2, offsetPx: 30 });
  expect(place(1, -27)).toEqual({ to: 1, offsetPx: -27 });
  expect(place(1, 9000)).toEqual({ to: 3, offsetPx: 112 });
  expect(place(1, -9000)).toEqual({ to: 0, offsetPx: -56 });
});

test("a held row stays under the pointer when rows before it come or go, and is gone when it is removed itself", () => {
  const hold = { id: "c", startRow: 2, startPx: 200, pointerPx: 150, scrolledPx: 0 };
  const drag = (ids: string) =>
    dragOf(hold, { rowPx: 50, items: Array.from(ids, (id) => ({ id })) });

  expect(drag("abcd")).toEqual({ from: 2, to: 1, offsetPx: -50 });
  expect(drag("bcd")).toEqual({ from: 1, to: 1, offsetPx: 0 });
  expect(drag("zabcd")).toEqual({ from: 3, to: 1, offsetPx: -100 });
  expect(drag("abd")).toBeUndefined();
});
