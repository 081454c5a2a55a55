import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Playback } from "../playback-machine.ts";
import type { Player } from "../player.ts";
import { minutesLeft, sleepStep, SleepTimer } from "./sleep-timer.ts";

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

const heard = { playId: "one", remainingMs: 60_000 };

test("a timer fades during its last ten seconds and then stops", () => {
  const plan = { kind: "at", endsAtMs: 900_000 } as const;
  const at = (nowMs: number) => sleepStep(plan, { ...heard, nowMs });

  expect([at(0), at(889_000), at(890_000), at(900_000)]).toEqual(["wait", "wait", "fade", "stop"]);
  expect([minutesLeft(plan, 0), minutesLeft(plan, 841_000)]).toEqual([15, 1]);
});

test("at the end of a track listening fades with it, and stops when the next is heard", () => {
  const plan = { kind: "track-end", playId: "one" } as const;
  const step = (playId: string | undefined, remainingMs: number | null) =>
    sleepStep(plan, { nowMs: 0, playId, remainingMs });

  expect([step("one", 60_000), step("one", 9000), step("one", null), step("two", 9000)]).toEqual([
    "wait",
    "fade",
    "wait",
    "stop",
  ]);
});

test("without a plan nothing ends", () => {
  expect(sleepStep({ kind: "off" }, { nowMs: 1e12, playId: undefined, remainingMs: 0 })).toBe(
    "wait",
  );
});
