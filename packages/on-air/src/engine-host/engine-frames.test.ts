import * as fc from "fast-check";
import { expect, test } from "vitest";
import { frameKinds, MAX_FRAME_BYTES } from "../engine/engine-protocol.ts";
import { BadEngineFrameError, createEngineFrameReader } from "./engine-frames.ts";

const header = {
  codec: "mp3",
  bitrateKbps: 192,
  sampleRateHz: 44_100,
  channels: 2,
  positionSamples: 1152,
  samples: 1152,
  playId: null,
  playOffsetSamples: 0,
  isSilentOnPurpose: false,
  feed: null,
};

function frame(kind: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(payload.length + 1, 0);
  head.writeUInt8(kind, 4);
  return Buffer.concat([head, payload]);
}

function eventFrame(event: unknown): Buffer {
  return frame(frameKinds.event, Buffer.from(JSON.stringify(event)));
}

function blockFrame(bytes: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length, 0);
  return frame(frameKinds.block, Buffer.concat([length, json, bytes]));
}

test("frames come out whole and in order however the pipe cuts them", () => {
  const audio = Buffer.from([0xff, 0xfb, 0x90, 0x44]);
  const stream = Buffer.concat([
    eventFrame({ kind: "ready" }),
    blockFrame(audio),
    blockFrame(audio),
  ]);
  const expected = [
    { kind: "event", event: { kind: "ready" } },
    { kind: "block", header, bytes: audio },
    { kind: "block", header, bytes: audio },
  ];

  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (lengths) => {
      const read = createEngineFrameReader();
      const frames = [];
      let at = 0;
      for (let turn = 0; at < stream.length; turn += 1) {
        const length = lengths[turn % lengths.length] ?? 1;
        frames.push(...read(stream.subarray(at, at + length)));
        at += length;
      }
      expect(frames).toEqual(expected);
    }),
  );
});

test.each([
  ["a length above the limit", lengthOnly(MAX_FRAME_BYTES + 1)],
  ["a length of zero", lengthOnly(0)],
  ["an unknown kind", frame(9, Buffer.from("{}"))],
  ["an event that is not JSON", frame(frameKinds.event, Buffer.from("nonsense"))],
  ["an event not in the protocol", eventFrame({ kind: "explode" })],
  ["a block without a header", frame(frameKinds.block, Buffer.from([1]))],
  ["a header longer than its block", frame(frameKinds.block, Buffer.from([255, 0, 0, 0, 1]))],
])("%s is refused", (_what, bytes) => {
  const read = createEngineFrameReader();

  expect(() => [...read(bytes)]).toThrow(BadEngineFrameError);
});

test("frames before a bad one are delivered, even in one chunk with it", () => {
  const audio = Buffer.from([0xff, 0xfb, 0x90, 0x44]);
  const read = createEngineFrameReader();
  const taken: unknown[] = [];
  function takeAll(): void {
    for (const { kind } of read(Buffer.concat([blockFrame(audio), lengthOnly(0)])))
      taken.push(kind);
  }

  expect(takeAll).toThrow(BadEngineFrameError);
  expect(taken).toEqual(["block"]);
});

test("noise is refused or waited on, and nothing worse", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
      try {
        for (const _frame of createEngineFrameReader()(Buffer.from(noise)));
      } catch (error) {
        expect(error).toBeInstanceOf(BadEngineFrameError);
      }
    }),
  );
});

function lengthOnly(length: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32LE(length, 0);
  return bytes;
}
