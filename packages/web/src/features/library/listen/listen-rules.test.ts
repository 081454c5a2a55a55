import { expect, test } from "vitest";
import { findPiece, hasMore, placeIn, startBefore, withPiece } from "./listen-rules.ts";

const piece = (trackId: string, fromMs: number) => ({ trackId, fromMs, untilMs: fromMs + 40_000 });

test("a piece is used for a position if at least a second of it remains", () => {
  const pieces = [piece("a", 0), piece("b", 0), piece("a", 40_000)];
  const find = (trackId: string, atMs: number) => findPiece(pieces, { trackId, atMs })?.fromMs;

  expect([find("a", 0), find("a", 38_999), find("a", 39_000), find("a", 40_000)]).toEqual([
    0,
    0,
    undefined,
    40_000,
  ]);
  expect([find("b", 41_000), find("c", 0)]).toEqual([undefined, undefined]);
});

test("only the newest four pieces are kept", () => {
  const all = ["a", "b", "c", "d", "e"].map((trackId) => piece(trackId, 0));
  let kept: readonly ReturnType<typeof piece>[] = [];
  for (const each of all) kept = withPiece(kept, each);

  expect(kept.map(({ trackId }) => trackId)).toEqual(["b", "c", "d", "e"]);
});

test("playback starts three seconds before the position to check, and a copy at the same position", () => {
  expect([startBefore(null), startBefore(2000), startBefore(10_000)]).toEqual([0, 0, 7000]);
  expect([placeIn(60_000, 47_000.4), placeIn(30_000, 47_000)]).toEqual([47_000, 0]);
  expect([hasMore(60_000, 59_499), hasMore(60_000, 59_500)]).toEqual([true, false]);
});
