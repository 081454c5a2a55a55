import { expect, test } from "vitest";
import type { StreamFormat } from "../formats/stream-formats.ts";
import { formatOfAnswer } from "./stream-format-rules.ts";

const expected: StreamFormat = {
  codec: "mp3",
  bitrateKbps: 192,
  sampleRateHz: 44_100,
  channels: 2,
};

function formatOf(headers: Readonly<Record<string, string>>) {
  return formatOfAnswer("mp3", (name) => headers[name], expected);
}

test("a mount declares how it is encoded", () => {
  const answer = {
    "content-type": "audio/mpeg",
    "ice-audio-info": "samplerate=48000;bitrate=128;channels=1",
  };

  expect(formatOf(answer)).toEqual({
    kind: "mount",
    format: { codec: "mp3", bitrateKbps: 128, sampleRateHz: 48_000, channels: 1 },
  });
});

test("the master's settings fill in what a mount does not declare", () => {
  expect(formatOf({ "content-type": "audio/mpeg" })).toEqual({ kind: "mount", format: expected });
});

test("a web page is not a mount", () => {
  expect(formatOf({ "content-type": "text/html; charset=utf-8" })).toEqual({
    kind: "not-a-mount",
    reason: "The master's /stream.mp3 is not audio/mpeg",
  });
});

test("an impossible format is refused", () => {
  const answer = { "content-type": "audio/mpeg", "ice-audio-info": "samplerate=8000" };

  expect(formatOf(answer).kind).toBe("not-a-mount");
});
