import { expect, test } from "vitest";
import { decideAdditions, decideEntries, entriesOfTracks } from "./playlist-entry-rules.ts";

const stored = [
  { id: "1", trackId: "song", isListed: true },
  { id: "2", trackId: "jingle", isListed: true },
  { id: "3", trackId: "away", isListed: false },
  { id: "4", trackId: "other", isListed: true },
  { id: "5", trackId: "jingle", isListed: true },
];

test("each occurrence of a track takes one of its entries, or a new one when none is left", () => {
  expect(entriesOfTracks(stored, ["jingle", "song", "jingle", "jingle"])).toEqual([
    { id: "2", trackId: "jingle" },
    { id: "1", trackId: "song" },
    { id: "5", trackId: "jingle" },
    { id: undefined, trackId: "jingle" },
  ]);
});

test("one of two entries of a track moves or is removed, and the other stays in place", () => {
  const entryIds = (...ids: readonly string[]) => {
    const decision = decideEntries(
      stored,
      ids.map((entryId) => ({ entryId })),
    );
    return decision.kind === "decided" ? decision.entries.map(({ id }) => id) : decision;
  };

  expect(entryIds("5", "1", "2", "4")).toEqual(["5", "1", "2", "3", "4"]);
  expect(entryIds("1", "4", "5")).toEqual(["1", "3", "4", "5"]);
  expect(entryIds("1", "6")).toEqual({ kind: "unknown-entry", entryId: "6" });
});

test("an entry with a missing file stays after the one it follows, even if that is removed", () => {
  const wanted = [{ trackId: "new" }, { entryId: "4" }];

  expect(decideEntries(stored, wanted)).toEqual({
    kind: "decided",
    entries: [
      { id: "3", trackId: "away" },
      { id: undefined, trackId: "new" },
      { id: "4", trackId: "other" },
    ],
  });
});

test("tracks already in a playlist are added again only on request", () => {
  const trackIds = ["jingle", "new", "new"];

  expect(decideAdditions(stored, { trackIds, addsRepeats: false })).toEqual({
    added: ["new"],
    presentIds: ["jingle"],
  });
  expect(decideAdditions(stored, { trackIds, addsRepeats: true })).toEqual({
    added: trackIds,
    presentIds: ["jingle"],
  });
});
