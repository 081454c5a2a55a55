import { expect, test } from "vitest";
import {
  connectionOf,
  isRetryDue,
  isUnreachable,
  type Playback,
  type PlaybackEvent,
  reconnectDelayMs,
  stepPlayback,
} from "./playback-machine.ts";

const first = { cid: "first", generation: 1 };
const second = { cid: "second", generation: 2 };

const run = (events: readonly PlaybackEvent[]): Playback =>
  events.reduce<Playback>(stepPlayback, { status: "idle" });

const listened: readonly PlaybackEvent[] = [
  { type: "listen.requested", connection: first, nowMs: 0, isOffAir: false },
  { type: "sound.started", generation: 1, clockSeconds: 0, nowMs: 100 },
];

test("a click connects, and the first sound plays", () => {
  expect(run(listened)).toEqual({
    status: "playing",
    connection: first,
    startedAtMs: 100,
    attempt: 0,
    clockSeconds: 0,
    clockMovedAtMs: 100,
  });
});

test("stop leaves no connection open", () => {
  const playback = run([...listened, { type: "stop.requested" }]);

  expect(playback).toEqual({ status: "idle" });
  expect(connectionOf(playback)).toBeUndefined();
});

test("a media clock that stalls for three seconds is a lost signal", () => {
  const almost = run([
    ...listened,
    { type: "clock.read", clockSeconds: 1, nowMs: 1100, random: 0.5, isOffAir: false },
    { type: "clock.read", clockSeconds: 1, nowMs: 4099, random: 0.5, isOffAir: false },
  ]);
  const stuck = stepPlayback(almost, {
    type: "clock.read",
    clockSeconds: 1,
    nowMs: 4100,
    random: 0.5,
    isOffAir: false,
  });

  expect(almost.status).toBe("playing");
  expect(stuck).toEqual({
    status: "reconnecting",
    attempt: 1,
    outageSinceMs: 4100,
    step: { kind: "waiting", retryAtMs: 4350 },
  });
});

test("a station that does not answer within eight seconds is retried", () => {
  const playback = run([
    { type: "listen.requested", connection: first, nowMs: 0, isOffAir: false },
    { type: "clock.read", clockSeconds: 0, nowMs: 8000, random: 0.5, isOffAir: false },
  ]);

  expect(playback.status).toBe("reconnecting");
});

test("a retry opens a new connection and each failure lengthens the delay", () => {
  const trying = run([
    ...listened,
    { type: "connection.lost", generation: 1, nowMs: 20_000, random: 0.5, isOffAir: false },
    { type: "retry.due", connection: second, nowMs: 20_250 },
  ]);
  const failed = stepPlayback(trying, {
    type: "connection.lost",
    generation: 2,
    nowMs: 20_300,
    random: 0.5,
    isOffAir: false,
  });

  expect(connectionOf(trying)).toEqual(second);
  expect(failed).toEqual({
    status: "reconnecting",
    attempt: 2,
    outageSinceMs: 20_000,
    step: { kind: "waiting", retryAtMs: 20_800 },
  });
});

test("a connection that breaks again within ten seconds does not reset the delays", () => {
  const playback = run([
    ...listened,
    { type: "connection.lost", generation: 1, nowMs: 20_000, random: 0.5, isOffAir: false },
    { type: "retry.due", connection: second, nowMs: 20_250 },
    { type: "sound.started", generation: 2, clockSeconds: 0, nowMs: 20_300 },
    { type: "connection.lost", generation: 2, nowMs: 21_000, random: 0.5, isOffAir: false },
  ]);

  expect(playback).toMatchObject({ status: "reconnecting", attempt: 2 });
});

test("events of an older connection change nothing", () => {
  const playing = run([
    ...listened,
    { type: "listen.requested", connection: second, nowMs: 5000, isOffAir: false },
    { type: "connection.lost", generation: 1, nowMs: 5001, random: 0.5, isOffAir: false },
    { type: "sound.started", generation: 1, clockSeconds: 0, nowMs: 5002 },
  ]);

  expect(playing).toEqual({ status: "connecting", connection: second, sinceMs: 5000 });
});

test("a browser that blocks sound asks for a tap", () => {
  const playback = run([
    { type: "listen.requested", connection: first, nowMs: 0, isOffAir: false },
    { type: "autoplay.refused", generation: 1 },
  ]);

  expect(playback).toEqual({ status: "blocked" });
});

test("a returning network makes the retry due at once", () => {
  const waiting = run([
    ...listened,
    { type: "connection.lost", generation: 1, nowMs: 20_000, random: 0.5, isOffAir: false },
  ]);

  expect(isRetryDue(waiting, 20_001)).toBe(false);
  expect(
    isRetryDue(stepPlayback(waiting, { type: "network.returned", nowMs: 20_001 }), 20_001),
  ).toBe(true);
});

test("after a minute of outage the station counts as unreachable", () => {
  const waiting = run([
    ...listened,
    { type: "connection.lost", generation: 1, nowMs: 20_000, random: 0.5, isOffAir: false },
  ]);

  expect([isUnreachable(waiting, 79_999), isUnreachable(waiting, 80_000)]).toEqual([false, true]);
});

test("the delays grow from a quarter second to thirty seconds and stay there", () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 50].map((attempt) =>
    reconnectDelayMs({ attempt, random: 0.5 }),
  );

  expect(delays).toEqual([
    250, 500, 750, 750, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000,
  ]);
});

test("a player is back within four seconds after the stream server was away for two and a half", () => {
  for (const random of [0, 0.5, 1]) {
    let triedAtMs = 0;
    for (let attempt = 1; triedAtMs < 2500; attempt += 1)
      triedAtMs += reconnectDelayMs({ attempt, random });

    expect(triedAtMs).toBeLessThan(4000);
  }
});

test("jitter changes a delay by at most a fifth", () => {
  expect([0, 1].map((random) => reconnectDelayMs({ attempt: 3, random }))).toEqual([600, 900]);
});

test("a stream that an operator stopped is not retried, and opens once it is started", () => {
  const lost = run([
    ...listened,
    { type: "station.stopped" },
    { type: "connection.lost", generation: 1, nowMs: 20_000, random: 0.5, isOffAir: true },
  ]);
  const trying = run([
    ...listened,
    { type: "connection.lost", generation: 1, nowMs: 20_000, random: 0.5, isOffAir: false },
    { type: "station.stopped" },
  ]);
  const asked = run([
    { type: "listen.requested", connection: first, nowMs: 0, isOffAir: true },
    { type: "station.stopped" },
  ]);
  const started = { type: "station.started", connection: second, nowMs: 60_000 } as const;

  for (const playback of [lost, trying, asked]) {
    expect(playback).toEqual({ status: "off-air" });
    expect(isRetryDue(playback, 900_000)).toBe(false);
    expect(connectionOf(stepPlayback(playback, started))).toEqual(second);
  }
});

test("what is buffered of a stopped stream plays to its end", () => {
  expect(run([...listened, { type: "station.stopped" }]).status).toBe("playing");
});

test("a stream that starts opens only for those who listen", () => {
  const started = { type: "station.started", connection: second, nowMs: 60_000 } as const;

  expect(run([started])).toEqual({ status: "idle" });
  expect(run([...listened, started])).toEqual(run(listened));
});
