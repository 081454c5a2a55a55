import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Playback } from "../playback-machine.ts";
import type { Player } from "../player.ts";
import { SleepTimer } from "./sleep-timer.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("when the time is up, listening fades and stops, and the plan is over", () => {
  const { player, done } = listeningPlayer();
  const timer = new SleepTimer(player, noProgramme);

  timer.setMinutes(15);
  vi.advanceTimersByTime(15 * 60_000 - 10_000);
  const atFade = [...done];
  vi.advanceTimersByTime(10_000);

  expect([atFade, done, timer.plan]).toEqual([
    ["fade 10000"],
    ["fade 10000", "stop"],
    { kind: "off" },
  ]);
  timer.close();
});

test("cancelling a plan during its fade restores the sound", () => {
  const { player, done } = listeningPlayer();
  const timer = new SleepTimer(player, noProgramme);

  timer.setMinutes(15);
  vi.advanceTimersByTime(15 * 60_000 - 5000);
  timer.cancel();
  vi.advanceTimersByTime(60_000);

  expect(done).toEqual(["fade 10000", "no fade"]);
  timer.close();
});

const noProgramme = { play: undefined, progress: () => ({ elapsedMs: null, durationMs: null }) };

function listeningPlayer() {
  const done: string[] = [];
  const subscribers = new Set<() => void>();
  let playback: Playback = { status: "blocked" };
  const player: ConstructorParameters<typeof SleepTimer>[0] = {
    get state(): Player["state"] {
      return {
        playback,
        streamUrl: "/stream.mp3",
        volume: 50,
        isMuted: false,
        isSilenced: false,
        gainDb: 0,
      };
    },
    subscribe: (subscriber) => {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    fadeAway: (durationMs) => done.push(`fade ${durationMs}`),
    cancelFade: () => done.push("no fade"),
    stop: () => {
      done.push("stop");
      playback = { status: "idle" };
      for (const subscriber of subscribers) subscriber();
    },
  };
  return { player, done };
}
