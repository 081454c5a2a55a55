import { playlistFileFormats } from "@neonrelay/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "./file-playlist.ts";
import { relativePath } from "./file-places.ts";
import { Candidates, searchFor } from "./match-rules.ts";
import { readPlaylistFile } from "./read-playlist-file.ts";
import { writePlaylistFile } from "./write-playlist-file.ts";

const root = "/srv/my music";
/** Names valid in file systems, except `.` and `..`. */
const name = fc
  .string({ minLength: 1, maxLength: 12, unit: "grapheme" })
  .map((text) => text.toWellFormed().replaceAll(/[/\0]/g, "_"))
  .filter((text) => text !== "." && text !== "..");
const awkward = fc.constantFrom(
  "#1.mp3",
  " a .mp3 ",
  "100%25.mp3",
  "a\nb.mp3",
  "a\\b.mp3",
  "http:",
  "file:x",
  "[playlist]",
  "<&>\"'.mp3",
  "C:.mp3",
  "File1=x",
);
const trackPaths = fc.uniqueArray(
  fc.array(fc.oneof(name, awkward), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
  { minLength: 1, maxLength: 8 },
);

test.each(
  playlistFileFormats.flatMap((format) =>
    (["relative", "absolute"] as const).map((paths) => ({ format, paths })),
  ),
)("an export as $format with $paths paths can be imported again", ({ format, paths }) => {
  fc.assert(
    fc.property(trackPaths, fc.string(), (files, title) => {
      const tracks = files.map((file, index) => ({
        path: `${root}/${file}`,
        title: `${title} ${index}`,
        artist: "A - B & <C>",
        album: null,
        durationMs: 1000 * index,
      }));
      const written = tracks.map((track) => ({
        ...track,
        path: paths === "relative" ? relativePath(track.path, [root]) : track.path,
      }));

      const text = writePlaylistFile({ title: `x${title}`, tracks: written }, format);
      const reading = readPlaylistFile(Buffer.from(text), `list.${format}`);

      if (reading.kind !== "read") throw new Error(`${reading.kind}: ${text}`);
      expect(reading.playlist.title).toBe(cleanText(`x${title}`));
      const searches = reading.playlist.entries.map((entry) => searchFor(entry, [root]));
      const candidates = new Candidates(searches);
      for (const { path, durationMs } of tracks)
        candidates.offer({
          id: path,
          path,
          sortKey: "",
          artistKeys: [],
          durationMs,
          isAway: false,
        });
      const found = searches.map((search) => candidates.match(search));
      expect(found).toEqual(
        tracks.map(({ path }) =>
          expect.objectContaining({ by: "path", track: expect.objectContaining({ path }) }),
        ),
      );
    }),
    { numRuns: 50 },
  );
});

test("titles are escaped, and paths percent-encoded where the format requires URLs", () => {
  const track = {
    path: "A & B/1#2.mp3",
    title: '<One> & "two"\u0001',
    artist: "Ada",
    album: "Album",
    durationMs: 61_499,
  };
  const write = (format: (typeof playlistFileFormats)[number]) =>
    writePlaylistFile({ title: "Mix\nTwo", tracks: [track] }, format);

  expect(write("m3u8")).toBe(
    '#EXTM3U\n#PLAYLIST:Mix Two\n#EXTINF:61,Ada - <One> & "two"\nA & B/1#2.mp3\n',
  );
  expect(write("pls")).toBe(
    '[playlist]\nX-GNOME-Title=Mix Two\nFile1=A & B/1#2.mp3\nTitle1=Ada - <One> & "two"\nLength1=61\nNumberOfEntries=1\nVersion=2\n',
  );
  expect(write("xspf")).toContain(
    '<location>A%20%26%20B/1%232.mp3</location>\n      <title>&lt;One&gt; &amp; "two"</title>',
  );
  expect(JSON.parse(write("jspf"))).toMatchObject({
    playlist: { track: [{ location: ["A%20%26%20B/1%232.mp3"], duration: 61_499 }] },
  });
});
