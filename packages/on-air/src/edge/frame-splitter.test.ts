import { expect, test } from "vitest";
import { toAdts } from "../formats/codec-frames.ts";
import type { Codec } from "../formats/stream-formats.ts";
import { silentMp3Frame } from "../programme/silent-frames.ts";
import { OggOpusMuxer } from "../stream/ogg-opus.ts";
import { FrameSplitter } from "./frame-splitter.ts";

const mp3Frames = [128, 192, 320].map((bitrateKbps) =>
  silentMp3Frame({ bitrateKbps, sampleRateHz: 44_100, channels: 2 }),
);
const aacFrames = [5, 700, 20].map((length) =>
  toAdts(Buffer.alloc(length, 7), { sampleRateHz: 44_100, channels: 2 }),
);
const packets = [10, 255, 600].map((length) => Buffer.alloc(length, 9));
const ogg = new OggOpusMuxer({ channels: 2 });

/** All frames found in these bytes, fed in pieces of that size. */
function split(codec: Codec, bytes: Buffer, size: number): Buffer[] {
  const splitter = new FrameSplitter(codec);
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size)
    frames.push(...splitter.take(bytes.subarray(at, at + size)));
  return frames;
}

test.each([1, 7, 417, 100_000])("frames come out whole from pieces of %i bytes", (size) => {
  expect(split("mp3", Buffer.concat(mp3Frames), size)).toEqual(mp3Frames);
  expect(split("aac", Buffer.concat(aacFrames), size)).toEqual(aacFrames);
  const pages = Buffer.concat([ogg.headers, ogg.pages(packets)]);
  expect(split("opus", pages, size)).toEqual(packets);
});

test("bytes before and between frames are dropped", () => {
  const [first, second, third] = mp3Frames;
  const noise = Buffer.from("no frame");
  const bytes = Buffer.concat([
    noise,
    ...[first, second, noise, third].flatMap((each) => each ?? []),
  ]);

  expect(split("mp3", bytes, 100_000)).toEqual([first, third]);
});

test("input that never holds a frame is not kept", () => {
  const splitter = new FrameSplitter("mp3");

  for (let round = 0; round < 100; round += 1)
    expect(splitter.take(Buffer.from("a web page ".repeat(1000)))).toEqual([]);
});
