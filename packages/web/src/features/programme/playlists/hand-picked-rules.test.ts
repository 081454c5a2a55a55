import type { Track } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { testTrack } from "../test-track.ts";
import { durationOf, entriesOf, withEntryMoved } from "./hand-picked-rules.ts";

const track = (id: string, durationMs: number | null = 60_000): Track => ({
  ...testTrack,
  id,
  durationMs,
});
const tracks = [track("a"), track("b"), track("a"), track("c")];

test("a track that is in the playlist twice has two entries", () => {
  expect(entriesOf(tracks).map(({ id }) => id)).toEqual(["a 1", "b 1", "a 2", "c 1"]);
});

test("a moved entry takes its new place, and the others keep their order", () => {
  const moved = (id: string, index: number) =>
    withEntryMoved(entriesOf(tracks), { id, index }).map((entry) => entry.id);

  expect(moved("c 1", 0)).toEqual(["c", "a", "b", "a"]);
  expect(moved("a 1", 3)).toEqual(["b", "a", "c", "a"]);
  expect(moved("gone", 0)).toEqual(["a", "b", "a", "c"]);
});

test("the length of a playlist leaves out unknown lengths", () => {
  expect(durationOf([track("a", 1500), track("b", null), track("c", 500)])).toBe(2000);
});
