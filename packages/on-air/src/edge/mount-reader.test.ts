import { expect, test } from "vitest";
import { decideRetry, formatOfAnswer } from "./mount-reader.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";

test("the pauses between retries grow to 8 s", () => {
  const delays = [0, 1, 2, 3, 4, 5, 99].map(
    (failures) => decideRetry({ failures, lastedMs: 0, random: 0.5 }).delayMs,
  );

  expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

test("a connection that lasted clears the failures before it", () => {
  expect(decideRetry({ failures: 4, lastedMs: 30_000, random: 0 })).toEqual({
    failures: 1,
    delayMs: 400,
  });
});

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
