import { expect, test } from "vitest";
import { readPlaylistFile } from "./read-playlist-file.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const read = (text: string | Buffer, name = "list.m3u") =>
  readPlaylistFile(typeof text === "string" ? Buffer.from(text) : text, name);

function entriesOf(text: string | Buffer, name?: string) {
  const reading = read(text, name);
  return reading.kind === "read" ? reading.playlist : reading.kind;
}

test("M3U yields paths with #EXTINF, #EXTART and #PLAYLIST, ignoring other comments", () => {
  const text =
    '\uFEFF#EXTM3U\r\n#PLAYLIST: Late \r\n# a note\r\n#EXTINF:61 logo="a,b",Neon Coast - Drive\r\nA/b.mp3\r\n\r\n#EXTART:Ada\r\n#EXTINF:-1,Alone\r\nC:\\Music\\c.mp3\r\nd.mp3';

  expect(entriesOf(text)).toEqual({
    title: "Late",
    entries: [
      { location: "A/b.mp3", title: "Neon Coast - Drive", artist: null, durationMs: 61_000 },
      { location: "C:\\Music\\c.mp3", title: "Alone", artist: "Ada", durationMs: null },
      { location: "d.mp3", title: null, artist: null, durationMs: null },
    ],
  });
});

test.each([
  ["UTF-8", Buffer.from("#EXTM3U\nÄrger/Ö.mp3")],
  ["Latin-1", latin1("#EXTM3U\nÄrger/Ö.mp3")],
  ["UTF-16", Buffer.from("\uFEFF#EXTM3U\nÄrger/Ö.mp3", "utf16le")],
])("a file in %s is decoded as such", (_charset, bytes) => {
  expect(entriesOf(bytes)).toMatchObject({ entries: [{ location: "Ärger/Ö.mp3" }] });
});

test("PLS yields its entries ordered by number", () => {
  const text =
    "[playlist]\nX-GNOME-Title=Mix\nFile2=b.mp3\nTitle2=B\nLength2=-1\nFile1=a.mp3\nTitle1=A\nLength1=30\nNumberOfEntries=2\nVersion=2\n";

  expect(entriesOf(text, "x.pls")).toEqual({
    title: "Mix",
    entries: [
      { location: "a.mp3", title: "A", artist: null, durationMs: 30_000 },
      { location: "b.mp3", title: "B", artist: null, durationMs: null },
    ],
  });
});

test("XSPF may have prefixes, CDATA, comments and numeric character references; the first of each element counts", () => {
  const text = `<?xml version="1.0"?><!-- <track> --><x:playlist version="1" note="a > b"><x:title>A &amp; B</x:title>
    <x:trackList><x:track><x:location>file:///m/a%20b.mp3</x:location><x:location>other</x:location>
    <x:title><![CDATA[<b>]]>&#233;&#x1F3B5;</x:title><x:creator>Ada</x:creator><x:duration>1500</x:duration>
    <x:extension><x:title>no</x:title></x:extension></x:track><x:track/></x:trackList></x:playlist>`;

  expect(entriesOf(text)).toEqual({
    title: "A & B",
    entries: [
      { location: "file:///m/a%20b.mp3", title: "<b>é🎵", artist: "Ada", durationMs: 1500 },
      { location: null, title: null, artist: null, durationMs: null },
    ],
  });
});

test("an XSPF file can't expand itself or include other files: its own entities stay text", () => {
  const text = `<?xml version="1.0"?><!DOCTYPE playlist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>
    <playlist><trackList><track><title>&a;&b;&amp;lt;</title></track></trackList></playlist>`;

  expect(entriesOf(text)).toMatchObject({ entries: [{ title: "&a;&b;&lt;" }] });
});

test("JSPF is read as far as it is valid", () => {
  const playlist = {
    title: "J",
    track: [
      { location: ["a.mp3", "b.mp3"], title: "A", creator: "Ada", duration: 2000 },
      { location: "c.mp3", title: 7 },
      "none",
    ],
  };

  expect(entriesOf(JSON.stringify({ playlist }))).toEqual({
    title: "J",
    entries: [
      { location: "a.mp3", title: "A", artist: "Ada", durationMs: 2000 },
      { location: "c.mp3", title: null, artist: null, durationMs: null },
      { location: null, title: null, artist: null, durationMs: null },
    ],
  });
});

test.each([
  ["a page", "<!DOCTYPE html><html><body>playlist</body></html>", "x.m3u", "no-playlist"],
  ["JSON of another kind", '{"playlist":[]}', "x.jspf", "no-playlist"],
  ["half JSON", '{"playlist":', "x.jspf", "no-playlist"],
  ["lines of another file", "one\ntwo", "x.txt", "no-playlist"],
  ["music", "ID3\0\0\0", "x.m3u", "no-playlist"],
  ["comments alone", "#EXTM3U\n# nothing", "x.m3u", "empty"],
  ["more entries than a playlist has", "a.mp3\n".repeat(10_001), "x.m3u", "too-many"],
])("%s is refused", (_what, text, name, kind) => {
  expect(read(text, name).kind).toBe(kind);
});

test("untrusted text becomes one line without control characters, of bounded length", () => {
  const text = `#EXTM3U\n#EXTINF:1,A\u0007\u202eB${"x".repeat(600)}\n${"p".repeat(20_000)}`;
  const playlist = entriesOf(text);

  expect(playlist).toMatchObject({ entries: [{ title: `A B${"x".repeat(496)}` }] });
  expect(JSON.stringify(playlist).length).toBeLessThan(9000);
});

test("nested lists are not a playlist, however deep", () => {
  expect(read(`{"playlist":${"[".repeat(100_000)}`).kind).toBe("no-playlist");
});

test.each([
  ["tags that never end", `<playlist>${"<a".repeat(500_000)}`],
  ["quotes that never end", `<playlist>${'<a b="'.repeat(300_000)}`],
  ["comments that never end", `<playlist>${"<!--".repeat(500_000)}`],
  ["elements in one another", `<playlist>${"<a>".repeat(600_000)}`],
  ["closed elements that were never open", `<playlist>${"</a>".repeat(500_000)}`],
  ["ampersands", `<playlist><title>${"&#".repeat(1_000_000)}`],
  ["quotes of #EXTINF", `#EXTM3U\n#EXTINF:${'"'.repeat(2_000_000)}`],
])("2 MiB of %s are read in one pass", (_what, text) => {
  const startedMs = performance.now();

  expect(["empty", "no-playlist"]).toContain(read(text).kind);
  // With more than one pass this would take minutes.
  expect(performance.now() - startedMs).toBeLessThan(15_000);
});
