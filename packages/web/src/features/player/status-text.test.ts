import { expect, test } from "vitest";
import { describePlayback, spokenStatus } from "./status-text.ts";

const station = {
  isUnreachable: false,
  isStreaming: true,
  isStopped: false,
  isPlaying: true,
  isFadedOut: false,
  mayFadeIn: false,
  withoutMusic: undefined,
};

test("an outage shows the seconds until the next retry", () => {
  const playback = {
    status: "reconnecting",
    attempt: 4,
    outageSinceMs: 0,
    step: { kind: "waiting", retryAtMs: 3100 },
  } as const;

  expect(describePlayback(playback, station, 1000).text).toBe("Signal lost — retrying in 3 s");
  expect(describePlayback(playback, station, 61_000).text).toBe("Station unreachable");
});

test("a screen reader announces an outage, but not every second of the countdown", () => {
  expect(spokenStatus("Signal lost — retrying in 3 s")).toBe("Signal lost — retrying");
  expect(spokenStatus("Station unreachable")).toBe("Station unreachable");
});

test("a station that has not been heard from is being tuned in", () => {
  const unknown = { ...station, isStreaming: undefined, isPlaying: undefined };

  expect(describePlayback({ status: "idle" }, unknown, 0).text).toBe("Tuning in…");
});

test("a stopped stream is off air, and starts by itself for those who listen", () => {
  const stopped = { ...station, isStreaming: false, isStopped: true };

  expect(describePlayback({ status: "idle" }, stopped, 0).text).toBe("Off air");
  expect(describePlayback({ status: "off-air" }, stopped, 0).text).toBe(
    "Off air — starts by itself",
  );
});

test("a station that can't be reached is shown as unreachable, and not as tuning in for ever", () => {
  const unknown = { ...station, isUnreachable: true, isStreaming: undefined };

  expect(describePlayback({ status: "idle" }, unknown, 0).text).toBe("Station unreachable");
});

test("a faded-out programme is not on air, whether this browser listens or not", () => {
  const fadedOut = { ...station, isFadedOut: true };
  const playing = {
    status: "playing",
    connection: { cid: "a", generation: 1 },
    startedAtMs: 0,
    attempt: 0,
    clockSeconds: 0,
    clockMovedAtMs: 0,
  } as const;

  for (const playback of [playing, { status: "idle" } as const])
    expect([
      describePlayback(playback, fadedOut, 0),
      describePlayback(playback, { ...fadedOut, mayFadeIn: true }, 0),
    ]).toEqual([
      { text: "Faded out until the next track", tone: "quiet", wayBack: "none" },
      { text: "Faded out", tone: "quiet", wayBack: "fade-in" },
    ]);
});

test("[W243] a station without music is not on air as well: its status is what the title says", () => {
  const withoutMusic = { ...station, withoutMusic: "Preparing demo tracks (2 of 6)" };

  expect([
    describePlayback({ status: "idle" }, withoutMusic, 0),
    describePlayback({ status: "idle" }, { ...withoutMusic, isPlaying: false }, 0).text,
    describePlayback({ status: "idle" }, { ...withoutMusic, isStreaming: false }, 0).text,
  ]).toEqual([
    { text: "Preparing demo tracks (2 of 6)", tone: "quiet", wayBack: "none" },
    "Station paused",
    "Off air",
  ]);
});

test("sound paused by the device says so, and only Play continues", () => {
  const connection = { cid: "a", generation: 1 };

  expect(describePlayback({ status: "paused-by-device", connection }, station, 0)).toEqual({
    text: "Paused by this device",
    tone: "quiet",
    wayBack: "none",
  });
});
