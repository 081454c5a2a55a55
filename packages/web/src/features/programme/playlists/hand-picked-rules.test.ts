import type { PlaylistTrack } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { testTrack } from "../../../test-track.ts";
import {
  durationOf,
  entriesOf,
  toSaved,
  withEntryMoved,
  withEntryRemoved,
  withTrackAdded,
  type HandPicked,
} from "./hand-picked-rules.ts";

const track = (id: string, entryId: string, durationMs: number | null = 60_000): PlaylistTrack => ({
  ...testTrack,
  id,
  entryId,
  durationMs,
});
const entries = entriesOf([track("a", "1"), track("b", "2"), track("a", "3"), track("c", "4")]);
const idsOf = (some: readonly HandPicked[]) => some.map(({ id }) => id);

test("removing one entry of a track that is in the playlist twice keeps the other", () => {
  expect(idsOf(withEntryRemoved(entries, "3"))).toEqual(["1", "2", "4"]);
  expect(idsOf(withEntryRemoved(entries, "1"))).toEqual(["2", "3", "4"]);
});

test("a moved entry takes its new place, and the others keep their order", () => {
  const moved = (id: string, index: number) => idsOf(withEntryMoved(entries, { id, index }));

  expect(moved("4", 0)).toEqual(["4", "1", "2", "3"]);
  expect(moved("3", 0)).toEqual(["3", "1", "2", "4"]);
  expect(moved("gone", 0)).toEqual(["1", "2", "3", "4"]);
});

test("each added track has its own row, and is saved as a new entry", () => {
  const added = [testTrack, testTrack].reduce(withTrackAdded, withEntryRemoved(entries, "1"));
  const again = withTrackAdded(withEntryRemoved(added, "new 3"), testTrack);

  expect(new Set(idsOf(again)).size).toBe(5);
  expect(toSaved(again)).toEqual([
    { entryId: "2" },
    { entryId: "3" },
    { entryId: "4" },
    { trackId: testTrack.id },
    { trackId: testTrack.id },
  ]);
});

test("a playlist's length leaves out unknown lengths", () => {
  const some = [track("a", "1", 1500), track("b", "2", null), track("c", "3", 500)];

  expect(durationOf(entriesOf(some))).toBe(2000);
});
