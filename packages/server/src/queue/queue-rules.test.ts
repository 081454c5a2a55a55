import { expect, test } from "vitest";
import {
  decideClearing,
  decideMove,
  decideRemoval,
  decideRestoration,
  decideShuffle,
  exceedsOpenRequests,
  findPlace,
  type QueuePlace,
} from "./queue-rules.ts";

const place = (id: string, requesterKey: string | null = null): QueuePlace => ({
  id,
  trackId: `track ${id}`,
  requestedBy: requesterKey,
  requesterKey,
  isRequest: true,
  isByOperator: false,
});
const [a, b, c, d] = [place("a"), place("b"), place("c"), place("d")];
const known = new Set([a, b, c, d].map(({ trackId }) => trackId));

test("an entry is found by its id, or as the first of its track", () => {
  const again = { ...d, trackId: "track b" };

  expect(findPlace([a, again, b], "b")).toEqual(b);
  expect(findPlace([a, again, b], "track b")).toEqual(again);
  expect(findPlace([a], "b")).toBeUndefined();
});

test("clearing removes every entry, once", () => {
  expect(decideClearing([a, b])).toEqual({ kind: "changed", kept: [], removed: [a, b] });
  expect(decideClearing([])).toEqual({ kind: "unchanged" });
});

test("removing takes out one entry and keeps the order of the others", () => {
  expect(decideRemoval([a, b, c], "b")).toEqual({ kind: "changed", kept: [a, c], removed: [b] });
  expect(decideRemoval([a], "b")).toEqual({ kind: "not-found" });
});

test.each([
  ["a", 2, [b, c, a]],
  ["c", 0, [c, a, b]],
  ["a", 99, [b, c, a]],
])("entry %s moves to position %i, or to the end", (id, position, kept) => {
  expect(decideMove([a, b, c], { id, position })).toEqual({ kind: "changed", kept, removed: [] });
});

test("moving an entry to its own position changes nothing", () => {
  expect(decideMove([a, b, c], { id: "b", position: 1 })).toEqual({ kind: "unchanged" });
  expect(decideMove([a], { id: "b", position: 0 })).toEqual({ kind: "not-found" });
});

test("a shuffle follows the random numbers, and a single entry can't be shuffled", () => {
  expect(decideShuffle([a, b, c], [0.5, 0.9, 0.1])).toEqual({
    kind: "changed",
    kept: [c, a, b],
    removed: [],
  });
  expect(decideShuffle([a, b], [0.1, 0.2])).toEqual({
    kind: "changed",
    kept: [a, b],
    removed: [],
  });
  expect(decideShuffle([a], [0.5])).toEqual({ kind: "unchanged" });
});

test("an undo restores entries to their positions, before those added since", () => {
  expect(
    decideRestoration({
      places: [d, b],
      snapshot: { places: [a, b, c], addedEntryId: null },
      knownTrackIds: known,
      limit: 10,
    }),
  ).toEqual({ returned: [a, c], kept: [a, b, c, d], removed: [] });
});

test("undoing an addition removes the entry", () => {
  expect(
    decideRestoration({
      places: [a, d],
      snapshot: { places: [a], addedEntryId: "d" },
      knownTrackIds: known,
      limit: 10,
    }),
  ).toEqual({ returned: [], kept: [a], removed: [d] });
});

test("entries that have left the library, or no longer fit, are not restored", () => {
  const restored = (limit: number, knownTrackIds: ReadonlySet<string>) =>
    decideRestoration({
      places: [d],
      snapshot: { places: [a, b, c], addedEntryId: null },
      knownTrackIds,
      limit,
    });

  expect(restored(3, known)).toEqual({ returned: [a, b], kept: [a, b, d], removed: [] });
  expect(restored(0, known)).toEqual({ returned: [], kept: [d], removed: [] });
  expect(restored(9, new Set(["track c"]))).toEqual({ returned: [c], kept: [c, d], removed: [] });
});

test("an undo may not leave a requester above the limit of open requests, unless they were above it before", () => {
  const [one, two, three] = [place("1", "ada"), place("2", "ada"), place("3", "ada")];
  const exceeds = (before: QueuePlace[], earlier: QueuePlace[], limit: number) =>
    exceedsOpenRequests({ before, earlier, after: [one, two, three, a, b, c], limit });

  expect(exceeds([one], [two, three], 2)).toBe(true);
  expect(exceeds([one], [two, three], 3)).toBe(false);
  expect(exceeds([one], [two, three], 0)).toBe(false);
  expect(exceeds([one, two, three], [], 2)).toBe(false);
  expect(exceeds([], [one, two, three], 2)).toBe(false);
});
