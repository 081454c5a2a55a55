import { isHls, readHlsPlaylist } from "../../packages/on-air/src/fetch/hls-playlist.ts";
import {
  contentOf,
  playlistEntries,
  playlistLines,
} from "../../packages/on-air/src/fetch/playlist-rules.ts";
import { expectOneLine, expectPlain, expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

/** Non-audio responses of an external station's address: HLS, M3U, PLS, XSPF, a page. */
export const foreignPlaylists: FuzzTarget = {
  ...targetDefaults,
  seeds: [
    '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2",AUDIO="a"\naudio.m3u8\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",DEFAULT=YES,URI="alt.m3u8"\n',
    '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:17\n#EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"\n#EXTINF:5.9,Title\n#EXT-X-BYTERANGE:1000@720\nseg.m4s\n#EXTINF:6,\n//other.example/seg2.ts\n#EXT-X-KEY:METHOD=NONE\n#EXT-X-ENDLIST\n',
    "[playlist]\nNumberOfEntries=1\nFile1=http://example.org:8000/a\nTitle1=A\nLength1=-1\n",
    '<?xml version="1.0"?><playlist version="1"><trackList><track><location>http://a/&amp;b</location></track></trackList></playlist>',
    "#EXTM3U\r\n#EXTINF:-1,Name\r\nhttp://example.org/stream\r\n",
    "OggS\0\0fLaC\xff\xfb\x90\0",
  ],
  words: [
    "#EXT-X-STREAM-INF:",
    "#EXT-X-MEDIA:",
    "#EXTINF:",
    "#EXT-X-BYTERANGE:",
    "#EXT-X-MAP:",
    "URI=",
    "BANDWIDTH=",
    "#EXT-X-TARGETDURATION:",
    "#EXT-X-MEDIA-SEQUENCE:",
    "#EXT-X-ENDLIST",
    "#EXT-X-KEY:METHOD=AES-128",
    "@",
    ",",
    "File1=",
    "<location>",
    "</location>",
    "<playlist",
    "&#x41;",
    "http://",
    "file:///etc/passwd",
    "javascript:",
  ],
  run: (input) => {
    contentOf(input, "audio/mpeg");
    const text = input.toString("utf8");
    const { lines } = playlistLines(text);
    for (const line of lines) expectThat(!/[\r\n]/.test(line), "a line has a line break");
    const entries = playlistEntries(text);
    expectThat(entries.length <= 1000, "too many entries", entries.length);
    isHls(text);
    const playlist = readHlsPlaylist(text, "http://example.org/live/index.m3u8");
    expectPlain(playlist, "a playlist");
    if (playlist.kind === "master") expectOneLine(playlist.url, "an address");
    if (playlist.kind !== "media") return;
    expectThat(playlist.targetSeconds > 0 && playlist.targetSeconds <= 60, "an odd target");
    let last = -Infinity;
    for (const { url, range, sequence, seconds, map } of playlist.segments) {
      for (const address of [url, map?.url ?? ""]) expectOneLine(address, "an address");
      expectThat(seconds >= 0 && Number.isFinite(seconds), "a segment has no length", seconds);
      expectThat(Number.isSafeInteger(sequence) && sequence > last, "sequence numbers fall");
      last = sequence;
      for (const part of [range, map?.range ?? null])
        if (part !== null)
          expectThat(
            Number.isSafeInteger(part.from) &&
              part.from >= 0 &&
              Number.isSafeInteger(part.length) &&
              part.length > 0,
            "a range is none",
            part,
          );
    }
  },
};
