import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { contentOf, playlistEntries } from "./playlist-rules.ts";

const run = promisify(execFile);
const mp3 = Buffer.from("fffb9064", "hex");
const adts = Buffer.from("fff15080", "hex");

test.each([
  ["MP3", mp3, "audio/aac", { kind: "sound", format: "mp3" }],
  ["AAC under another name", adts, "audio/mpeg", { kind: "sound", format: "aac" }],
  ["Ogg", Buffer.from("OggS\0\x02"), "audio/mpeg", { kind: "sound", format: "ogg" }],
  [
    "the middle of an MP3 frame",
    Buffer.from("abcdef"),
    "audio/mpeg; x=y",
    { kind: "sound", format: "mp3" },
  ],
  ["bytes of no kind", Buffer.from("abcdef"), "", { kind: "sound", format: null }],
  ["M3U under another name", Buffer.from("#EXTM3U\n"), "audio/mpeg", { kind: "playlist" }],
  ["PLS", Buffer.from("\r\n[Playlist]\n"), "text/plain", { kind: "playlist" }],
  ["XSPF", Buffer.from('<?xml version="1.0"?><playlist>'), "text/html", { kind: "playlist" }],
  ["a bare list", Buffer.from("http://radio.example/a\n"), "text/plain", { kind: "playlist" }],
  ["a web page", Buffer.from("<!doctype html>"), "audio/mpeg", { kind: "page" }],
] as const)(
  "[P63] %s is recognised by its bytes, then by its type",
  (_what, start, type, content) => {
    expect(contentOf(start, type)).toEqual(content);
  },
);

test.each([
  ["M3U", "\uFEFF#EXTM3U\r\n#EXTINF:-1,One\r\n a.mp3 \r\n\r\nhttp://b/\n", ["a.mp3", "http://b/"]],
  [
    "PLS",
    "[playlist]\nNumberOfEntries=2\nFile1=http://a/\nTitle1=x\nfile2 = http://b/",
    ["http://a/", "http://b/"],
  ],
  [
    "XSPF",
    "<playlist><location> http://a/?x=1&amp;y=2 </location></playlist>",
    ["http://a/?x=1&y=2"],
  ],
])("[P64] the entries of %s are read", (_kind, text, entries) => {
  expect(playlistEntries(text)).toEqual(entries);
});

test("[P62] a playlist crafted to keep the reader busy is read as fast as any", async () => {
  const program = fileURLToPath(new URL("test-hostile-playlists.ts", import.meta.url));

  // Reading them takes 0.3 s; one rescanned from every position would take minutes to years.
  const { stdout } = await run(process.execPath, [program], { timeout: 25_000 });

  expect(stdout).toBe("24 playlists\n");
});

test("[P64] of an endless playlist the first entries count", () => {
  const line = `http://a/${"x".repeat(9000)}`;
  const text = `#EXTM3U\n${line}\n${"http://a/\n".repeat(2000)}`;

  expect(playlistEntries(text)).toEqual(Array.from({ length: 1000 }, () => "http://a/"));
});
