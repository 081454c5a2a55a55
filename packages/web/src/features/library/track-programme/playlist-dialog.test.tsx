import type { Playlist } from "@neonrelay/contract/callers";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PresentTracks } from "./playlist-dialog.tsx";

const playlist: Playlist = {
  id: "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1",
  name: "Evening",
  description: "",
  order: "ordered",
  turn: { kind: "off" },
  isSeparated: true,
  rule: null,
  trackCount: 2,
  durationMs: 0,
  version: 1,
};

const textOf = (trackIds: string[]): string =>
  renderToStaticMarkup(
    <PresentTracks
      present={{ playlist, trackIds }}
      isAdding={false}
      onAdd={() => {}}
      onLeave={() => {}}
    />,
  ).replaceAll(/<[^>]+>/g, "|");

test("tracks already in the playlist are counted, and can be added again or left out", () => {
  expect(textOf(["a"])).toMatch(/Evening has 1 of these tracks already.*Leave It Out.*Add Again/);
  expect(textOf(["a", "b"])).toMatch(/Evening has 2 of these tracks already.*Leave Them Out/);
});
