import type { ImportedPlaylist } from "@neonrelay/contract/callers";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ImportReport } from "./import-playlist.tsx";

const nothing: ImportedPlaylist = {
  playlist: null,
  entryCount: 2,
  foundBy: { path: 0, name: 0, tags: 0 },
  awayCount: 0,
  leftOut: [
    { position: 1, text: "Neon <Coast> - Drive", reason: "unknown" },
    { position: 2, text: "https://radio.example/", reason: "address" },
  ],
};

const textOf = (imported: ImportedPlaylist): string =>
  renderToStaticMarkup(<ImportReport imported={imported} />)
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|");

test("every omitted entry is listed with its place in the file and the reason", () => {
  expect(textOf(nothing)).toBe(
    "|None of the 2 entries is in the library, so no playlist was created. Left out:|1.| Neon &lt;Coast&gt; - Drive|Not in the library|2.| https://radio.example/|A web address, not a file|",
  );
});

test("the report says how the tracks were found, and how many files are missing", () => {
  const some = { ...nothing, entryCount: 7, foundBy: { path: 4, name: 0, tags: 1 }, awayCount: 1 };

  expect(textOf(some)).toContain(
    "|5 of 7 entries found: 4 by their path, 1 by artist and title. The files of 1 track are missing now; they play once they are back. It never plays yet: open it to choose when it plays. Left out:|",
  );
});
