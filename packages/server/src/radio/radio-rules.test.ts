import type { AiredPlay, OnAirStatus } from "@neonrelay/on-air/protocol";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeNowPlaying, describeRadio, describeStream } from "./radio-rules.ts";
import { testPlay, testStatus } from "./test-status.ts";

const situation = {
  stored: { isPlaying: true, volume: 75, currentTrackId: null },
  irc: { ircConnected: true, ircChannel: "#neonrelay", ircUserCount: 1 },
  listeners: 3,
} as const;

test("a programme faded out by an operator is reported as such, unless it is paused or on-air is down", () => {
  const status = { source: "faded-out" } as const;
  const paused = { ...situation.stored, isPlaying: false };

  expect(describeRadio({ ...situation, status }).isFadedOut).toBe(true);
  expect(describeRadio({ ...situation, status, stored: paused }).isFadedOut).toBe(false);
  expect(describeRadio({ ...situation, status: { source: "programme" } }).isFadedOut).toBe(false);
  expect(describeRadio({ ...situation, status: null }).isFadedOut).toBe(false);
});

test("a DJ on air is reported with the time of their first sound, a waiting one is not", () => {
  const session = {
    sessionId: "4f0f1c1e-6a0e-4a57-8f0e-5a4a3f0a9e11",
    userId: "0b8f4a8e-3f0e-4d5e-9a57-8d1f6a3c2b74",
    djName: "Mira",
    state: "on-air",
    connectedAtMs: 1000,
    begunAtMs: 4200.5,
    address: "192.0.2.7",
    userAgent: "butt",
    contentType: "audio/mpeg",
    title: null,
  } as const;
  const waiting = { ...session, djName: "Bo", state: "waiting", begunAtMs: null } as const;
  const status = { ...testStatus(null), live: [waiting, session] };
  const stream = {
    base: new URL("http://radio.example:8000/"),
    isStreaming: true,
    isStopped: false,
    audioSource: "automation",
    settings: status.settings,
    elsewhere: { edges: [], relays: [] },
    hlsUrl: null,
  };

  expect(describeStream({ ...stream, status }).live).toEqual({
    djName: "Mira",
    sinceMs: 4200,
    waiting: 1,
  });
});

test("the emergency loop is reported as such, but not while a track is on air or on-air is down", () => {
  const loops = (status: OnAirStatus | null) =>
    describeNowPlaying({ status, recent: [], tracks: new Map(), nowMs: 0 }).isEmergencyLoop;
  const emergency = { ...testStatus(null), source: "emergency" } as const;

  expect([emergency, testStatus(null), null].map((status) => loops(status))).toEqual([
    true,
    false,
    false,
  ]);
  expect(loops({ ...emergency, now: testPlay({}) })).toBe(false);
});

test("what played over a DJ is not among the titles that players show", () => {
  const sessionId = randomUUID();
  const dj = testPlay({ kind: "live", djName: "Mira", sessionId, startMs: 0 });
  const over = known(testPlay({ sessionId, title: "Time signal", startMs: 30_000 }));
  const before = known(testPlay({ title: "Before", startMs: -10_000 }));

  const playing = describeNowPlaying({
    status: testStatus(dj),
    recent: [over, known(dj), before],
    tracks: new Map(),
    nowMs: 0,
  });

  expect(playing.now?.id).toBe(dj.playId);
  expect(playing.history.map(({ title }) => title)).toEqual(["Before"]);
});

function known({ playId, trackId: _trackId, entryId: _entryId, ...fields }: AiredPlay) {
  return { ...fields, id: playId, track: null };
}
