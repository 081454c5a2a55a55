/** Reads playlists crafted to keep a reader busy, 1 MiB each; prints how many were read. */
import { readHlsPlaylist } from "./hls-playlist.ts";
import { playlistEntries } from "./playlist-rules.ts";

const LENGTH = 1024 * 1024;
const base = `http://radio.example/${"x".repeat(8000)}`;

function fill(start: string, part: string): string {
  return start + part.repeat(Math.ceil((LENGTH - start.length) / part.length));
}

const lists = [
  fill("<playlist><location>", " "),
  fill("<playlist><location> x", " "),
  fill("<playlist>", "<location>"),
  fill("<playlist>", "<location> "),
  fill("<playlist>", "<"),
  fill("[playlist]\nFile1", " "),
  fill("[playlist]\n", "File1=\u2028"),
  fill("[playlist]\nFile1=", " \u2028"),
  fill("#EXTM3U", "\n"),
  fill("#EXTM3U", "\r \n"),
  fill("#EXTM3U", "\na"),
];
const hls = [
  fill("#EXT-X-STREAM-INF:", "A"),
  fill("#EXT-X-STREAM-INF:", '"'),
  fill("#EXT-X-STREAM-INF:", 'A="'),
  fill("", `#EXT-X-STREAM-INF:${"A".repeat(8000)}\nb\n`),
  fill("", `#EXT-X-MEDIA:${"A=".repeat(4000)}\nb\n`),
  fill("#EXT-X-STREAM-INF:B=1\n", "#EXT-X-STREAM-INF:\nb\n"),
  fill("#EXT", "A\u2028"),
  fill("", "#EXT-X-BYTERANGE:1@1\n"),
  fill("#EXT-X-BYTERANGE:", "1@"),
  fill("#EXTINF:", ","),
  fill("#EXTINF:1\n", "b\n"),
  fill("", "#EXT-X-MAP:URI=b\n"),
  fill("", "#EXTINF:1,\nb\n"),
];

for (const text of lists) playlistEntries(text);
for (const text of hls) readHlsPlaylist(text, base);
console.log(`${lists.length + hls.length} playlists`);
