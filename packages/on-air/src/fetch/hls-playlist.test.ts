import { expect, test } from "vitest";
import { readHlsPlaylist } from "./hls-playlist.ts";

const base = "https://radio.example/hls/live.m3u8";
const read = (...lines: readonly string[]) =>
  readHlsPlaylist(["#EXTM3U", ...lines].join("\r\n"), base);
const segment = {
  range: null,
  seconds: 6,
  title: "",
  map: null,
};

test("[P65] the segments of a playlist are numbered and addressed", () => {
  const playlist = read(
    "#EXT-X-TARGETDURATION:6",
    "#EXT-X-MEDIA-SEQUENCE:41",
    "#EXTINF:6.0,Ada - Night, Shift",
    "a.ts?x=1",
    "#EXT-X-DISCONTINUITY",
    "#EXTINF:6",
    "/b.ts",
    "#EXT-X-ENDLIST",
  );

  expect(playlist).toEqual({
    kind: "media",
    targetSeconds: 6,
    isEnded: true,
    segments: [
      {
        ...segment,
        sequence: 41,
        url: "https://radio.example/hls/a.ts?x=1",
        title: "Ada - Night, Shift",
      },
      { ...segment, sequence: 42, url: "https://radio.example/b.ts" },
    ],
  });
});

test("[P65] ranges of one file continue where the last one ended", () => {
  const playlist = read(
    "#EXT-X-TARGETDURATION:6",
    '#EXT-X-MAP:URI="all.mp4",BYTERANGE="700@0"',
    "#EXTINF:6,",
    "#EXT-X-BYTERANGE:1000@700",
    "all.mp4",
    "#EXTINF:6,",
    "#EXT-X-BYTERANGE:500",
    "all.mp4",
  );

  const url = "https://radio.example/hls/all.mp4";
  const map = { url, range: { from: 0, length: 700 } };
  expect(playlist).toMatchObject({
    isEnded: false,
    segments: [
      { url, map, range: { from: 700, length: 1000 } },
      { url, map, range: { from: 1700, length: 500 } },
    ],
  });
});

test.each([
  [
    "the best audio-only one",
    [
      '#EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.4d,mp4a.40.2",RESOLUTION=1x1',
      "video.m3u8",
      '#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"',
      "low.m3u8",
      '#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"',
      "high.m3u8",
    ],
    "high.m3u8",
  ],
  [
    "the audio track of a video",
    [
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",URI="other.m3u8"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="y",DEFAULT=YES,URI="sound.m3u8"',
      '#EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.4d",AUDIO="a",RESOLUTION=1x1',
      "video.m3u8",
    ],
    "sound.m3u8",
  ],
])("[P65] of several streams %s is chosen", (_what, lines, url) => {
  expect(read(...lines)).toEqual({ kind: "master", url: `https://radio.example/hls/${url}` });
});

test.each([
  ['#EXT-X-KEY:METHOD=AES-128,URI="key"', "The stream is encrypted"],
  ['#EXT-X-KEY:METHOD=SAMPLE-AES,URI="key"', "The stream is encrypted"],
  ["http://[", "The HLS playlist is damaged"],
  ["#EXT-X-MAP:X=1", "The HLS playlist is damaged"],
  ["#EXT-X-TARGETDURATION:100000", "The HLS playlist is damaged"],
])("[P66] a playlist with %s is refused with a reason", (line, reason) => {
  const lines = ["#EXT-X-TARGETDURATION:6", line, "#EXTINF:6,", "a.ts"];
  expect(read(...lines)).toEqual({ kind: "unusable", reason });
});

test.each([
  "#EXT-X-BYTERANGE:x@0",
  "#EXT-X-BYTERANGE:10@-5",
  "#EXT-X-BYTERANGE:0",
  "#EXT-X-BYTERANGE:9e99",
])("[P65] %s is not a valid range, so the playlist is damaged", (range) => {
  expect(read("#EXT-X-TARGETDURATION:6", "#EXTINF:6,", range, "a.ts")).toEqual({
    kind: "unusable",
    reason: "The HLS playlist is damaged",
  });
});

test("[P65] segment numbers increase, whatever tags come between them", () => {
  const playlist = read(
    "#EXT-X-TARGETDURATION:6",
    "#EXT-X-MEDIA-SEQUENCE:7",
    "#EXTINF:6,",
    "a.ts",
    "#EXT-X-MEDIA-SEQUENCE:3",
    "b.ts",
  );

  expect(playlist).toMatchObject({ segments: [{ sequence: 7 }, { sequence: 8 }] });
  expect(read("#EXT-X-TARGETDURATION:6", "#EXTINF:1e999,", "a.ts").kind).toBe("unusable");
});
