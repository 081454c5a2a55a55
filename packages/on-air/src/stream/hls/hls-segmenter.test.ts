import { expect, test } from "vitest";
import { PROGRAMME_RATE_HZ } from "../../engine/engine-protocol.ts";
import { silentBlock } from "../../programme/silent-frames.ts";
import type { StreamFormat } from "../../formats/stream-formats.ts";
import { createStreamTitle, type StreamTitle } from "../icy.ts";
import { mediaPlaylist, type HlsSegment } from "./hls-playlist.ts";
import { HlsSegmenter } from "./hls-segmenter.ts";

const format: StreamFormat = { codec: "aac", bitrateKbps: 128, sampleRateHz: 48_000, channels: 2 };
const first = createStreamTitle("Ana - One", { artist: "Ana", title: "One" });
const second = createStreamTitle("Bo - Zwölf", { artist: "Bo", title: "Zwölf" });

interface Fed {
  readonly title: StreamTitle;
  readonly seconds: number;
  readonly format?: StreamFormat;
  /** How far the position jumps back before it, in seconds. */
  readonly backSeconds?: number;
}

/** Cuts the programme from a position on; wall clock and programme coincide here. */
function cut(startSamples: number, pieces: readonly Fed[]): readonly HlsSegment[] {
  const segments: HlsSegment[] = [];
  const segmenter = new HlsSegmenter({
    wallMsOf: (positionSamples) => (positionSamples / PROGRAMME_RATE_HZ) * 1000,
    onSegment: (segment) => segments.push(segment),
  });
  let positionSamples = startSamples;
  for (const piece of pieces) {
    const block = silentBlock(piece.format ?? format);
    positionSamples -= (piece.backSeconds ?? 0) * PROGRAMME_RATE_HZ;
    const until = positionSamples + piece.seconds * PROGRAMME_RATE_HZ;
    while (positionSamples < until) {
      const { title } = piece;
      const prelude = Buffer.alloc(0);
      segmenter.take({
        ...block,
        positionSamples,
        title,
        prelude,
        sequence: 0,
        format: piece.format ?? format,
      });
      positionSamples += block.samples;
    }
  }
  return segments;
}

/** The ID3 tags of a segment: the byte each starts at, and its frames as text. */
function tagsOf({ bytes }: HlsSegment): readonly { at: number; frames: Record<string, string> }[] {
  const size = (at: number): number =>
    [0, 1, 2, 3].reduce((sum, index) => (sum << 7) | bytes.readUInt8(at + index), 0);
  const tags: { at: number; frames: Record<string, string> }[] = [];
  for (let at = bytes.indexOf("ID3"); at >= 0; at = bytes.indexOf("ID3", at + 1)) {
    const frames: Record<string, string> = {};
    const end = at + 10 + size(at + 6);
    for (let from = at + 10; from < end; from += 10 + size(from + 4)) {
      const id = bytes.toString("latin1", from, from + 4);
      const body = bytes.subarray(from + 10, from + 10 + size(from + 4));
      frames[id] =
        id === "PRIV"
          ? body.toString("hex", body.length - 8)
          : body.toString("utf8", 1, body.length - 1);
    }
    tags.push({ at, frames });
  }
  return tags;
}

test("[S40] segments are cut where the position passes a multiple of six seconds, and a restarted on-air continues the numbering", () => {
  const segments = cut(100 * 6 * PROGRAMME_RATE_HZ + 2 * PROGRAMME_RATE_HZ, [
    { title: first, seconds: 30 },
  ]);

  expect(segments.map(({ sequence }) => sequence)).toEqual([120, 121, 122, 123, 124]);
  const [later] = cut(633 * PROGRAMME_RATE_HZ, [{ title: first, seconds: 6 }]);
  expect(later?.sequence).toBeGreaterThan(124);
  expect(segments[0]?.durationSeconds).toBeCloseTo(4, 1);
  for (const { durationSeconds, startsAtMs } of segments.slice(1)) {
    expect(durationSeconds).toBeCloseTo(6, 1);
    // A frame lasts 21 ms.
    expect(startsAtMs % 6000).toBeLessThan(22);
  }
  expect(new Set(segments.map(({ name }) => name)).size).toBe(5);
});

test("[S44] no segment exceeds the target duration, even where the position jumps back after a bridge", () => {
  const segments = cut(0, [
    { title: first, seconds: 5 },
    { title: first, seconds: 20, backSeconds: 0.7 },
    { title: first, seconds: 20, backSeconds: 1.9 },
  ]);

  for (const { durationSeconds } of segments)
    expect(Math.round(durationSeconds)).toBeLessThanOrEqual(6);
  expect(new Set(segments.map(({ name }) => name)).size).toBe(segments.length);
});

test("[S41] each segment starts with the time of its first sample and the title, on a continuous 33-bit clock", () => {
  const turn = Math.round((2 ** 33 / 90_000) * PROGRAMME_RATE_HZ);
  const segments = cut(turn - 3 * PROGRAMME_RATE_HZ, [{ title: first, seconds: 16 }]);

  const starts = segments.map((segment) => tagsOf(segment)[0]);
  expect(starts.map((tag) => tag?.at)).toEqual(segments.map(() => 0));
  const clocks = starts.map((tag) => Number(BigInt(`0x${tag?.frames["PRIV"] ?? "0"}`)));
  expect(clocks[0]).toBe(2 ** 33 - 3 * 90_000);
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    const ends = (clocks[index] ?? 0) + segment.durationSeconds * 90_000;
    expect(Math.abs((clocks[index + 1] ?? 0) - (ends % 2 ** 33))).toBeLessThanOrEqual(1);
  }
  expect(starts[1]?.frames).toMatchObject({ TIT2: "One", TPE1: "Ana" });
});

test("[S42] a title changes just before its first frame, and applies to the segments that follow", () => {
  const segments = cut(0, [
    { title: first, seconds: 8 },
    { title: second, seconds: 12 },
  ]);

  const titles = segments.map((segment) => tagsOf(segment).map(({ frames }) => frames["TIT2"]));
  expect(titles).toEqual([["One"], ["One", "Zwölf"], ["Zwölf"]]);
  const [, change] = tagsOf(segments[1] ?? fail());
  const head = tagsOf(segments[1] ?? fail())[0];
  expect(change?.frames["PRIV"]).toBeUndefined();
  // Two of the segment's six seconds precede it.
  const audioBytes = (segments[1]?.bytes.length ?? 0) - 2 * 100;
  expect(((change?.at ?? 0) - (head?.at ?? 0)) / audioBytes).toBeCloseTo(2 / 6, 1);
});

test("[S43] a new format ends the segment, with a discontinuity that every later playlist counts", () => {
  const mono = { ...format, channels: 1 };
  const segments = cut(0, [
    { title: first, seconds: 8 },
    { title: first, seconds: 12, format: mono },
  ]);

  expect(segments.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3]);
  expect(segments[1]?.durationSeconds).toBeLessThan(2.3);
  const playlist = mediaPlaylist(segments);
  expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
  expect(playlist.indexOf("#EXT-X-DISCONTINUITY\n")).toBeGreaterThan(
    playlist.indexOf(segments[1]?.name ?? "-"),
  );
  expect(mediaPlaylist(segments.slice(2))).toContain("#EXT-X-DISCONTINUITY-SEQUENCE:1\n");
});

test("[S44] the playlist has what a player needs, and no duration rounds to more than it promises", () => {
  const segments = cut(0, [{ title: first, seconds: 20 }]);

  const playlist = mediaPlaylist(segments);

  expect(playlist.split("\n").slice(0, 8)).toEqual([
    "#EXTM3U",
    "#EXT-X-VERSION:3",
    "#EXT-X-TARGETDURATION:6",
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-DISCONTINUITY-SEQUENCE:0",
    "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00.000Z",
    `#EXTINF:${segments[0]?.durationSeconds.toFixed(5)},`,
    "0.aac",
  ]);
  for (const { durationSeconds } of segments)
    expect(Math.round(durationSeconds)).toBeLessThanOrEqual(6);
  expect(playlist).not.toContain("ENDLIST");
});

function fail(): never {
  throw new Error("no segment");
}
