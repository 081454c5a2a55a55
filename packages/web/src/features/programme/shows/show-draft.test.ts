import { expect, test } from "vitest";
import { contentOf, contentWords, requestsOf } from "./show-draft.ts";

const lists = {
  clocks: [{ id: "c1", name: "Music hour" }],
  playlists: [{ id: "p1", name: "All music" }],
};
const none = { clocks: [], playlists: [] };

test("a choice defaults to the first option, and can't be made without options", () => {
  expect(contentOf("clock", lists)).toEqual({ kind: "clock", clockId: "c1" });
  expect(contentOf("playlist", lists)).toEqual({ kind: "playlist", playlistId: "p1" });
  expect(contentOf("live", none)).toMatchObject({ kind: "live", fallbackPlaylistId: null });
  expect([contentOf("clock", none), contentOf("playlist", none)]).toEqual([undefined, undefined]);
  expect([requestsOf("closed", []), requestsOf("playlist", [])]).toEqual([
    { kind: "closed" },
    undefined,
  ]);
});

test("a show's content is described by name", () => {
  expect(contentWords({ kind: "clock", clockId: "c1" }, lists)).toBe("Clock: Music hour");
  expect(contentWords({ kind: "playlist", playlistId: "p1" }, none)).toBe(
    "Playlist: a deleted one",
  );
});
