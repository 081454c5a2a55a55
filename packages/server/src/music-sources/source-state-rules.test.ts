import { expect, test } from "vitest";
import {
  needsAllowing,
  needsPasswordAgain,
  noState,
  retryAfterMs,
  toMusicSource,
} from "./source-state-rules.ts";

const source = {
  id: "0d1d1c7e-5a39-4c3e-9a57-6a0b62f7c0de",
  name: "Home",
  url: "https://music.example.org/sub",
  signIn: "token",
  username: "station",
  password: "s3cret",
  isPrivateAllowed: false,
  everyMinutes: 60,
  cacheMegabytes: 5000,
  isEnabled: true,
  reading: 1,
  readOffset: null,
  lookedAt: null,
  readAt: new Date("2026-01-02T20:15:00.000Z"),
  stamp: null,
  doubted: 0,
} as const;
const counts = { tracks: 5, tracksHere: 2, bytesHere: 3000, tracksOutOfReach: 1 };
const known = { counts, state: noState, lastFailure: undefined };

test("a source is shown without its password", () => {
  expect(JSON.stringify(toMusicSource(source, known))).not.toContain("s3cret");
});

test.each([
  ["ready", null, {}, {}],
  ["waiting", null, { readAt: null }, {}],
  ["reading", null, {}, { isReading: true, albumsRead: 7 }],
  ["failed", "It is down", {}, { isReading: true, away: "It is down", oddity: "Odd" }],
  ["ready", "Odd", {}, { oddity: "Odd", cacheProblem: "Full" }],
  ["off", null, { isEnabled: false }, { away: "It is down" }],
] as const)("a source is %s, with the problem %s", (status, problem, change, state) => {
  const shown = toMusicSource(
    { ...source, ...change },
    { ...known, state: { ...noState, ...state } },
  );

  expect(shown.state).toMatchObject({ status, problem, ...counts });
});

test("the latest track that could not be fetched is named", () => {
  const lastFailure = { title: "Rise", reason: "It is not audio" };

  expect(toMusicSource(source, { ...known, lastFailure }).state.problem).toBe(
    "‘Rise’: It is not audio",
  );
});

test("an unreachable source is retried after 5 s, doubling each time up to 5 min", () => {
  expect([1, 2, 3, 7, 8, 100].map(retryAfterMs)).toEqual([
    5000, 10_000, 20_000, 300_000, 300_000, 300_000,
  ]);
});

test.each([
  ["the same server", {}, false],
  ["another path of it", { url: "https://music.example.org/other" }, false],
  ["another server", { url: "https://evil.example.org/sub" }, true],
  ["another port", { url: "https://music.example.org:444/sub" }, true],
  ["no TLS any more", { url: "http://music.example.org/sub" }, true],
  ["the password itself instead of a hash", { signIn: "password" }, true],
] as const)("a stored password is only used for its own server: %s", (_case, change, isNeeded) => {
  expect(needsPasswordAgain(source, { ...source, ...change })).toBe(isNeeded);
});

test.each([
  ["a new one on the internet", undefined, "https://a.example", false, false],
  ["a new one in a private network", undefined, "http://10.0.0.1", true, true],
  ["one that is allowed already", { isPrivateAllowed: true }, "http://10.0.0.1/other", true, false],
  ["one that leaves", { isPrivateAllowed: true }, "https://a.example", false, false],
  ["one that was on the internet", { isPrivateAllowed: false }, "http://10.0.0.1", true, true],
  ["another server", { isPrivateAllowed: true }, "http://10.0.0.2", true, true],
  ["another port", { isPrivateAllowed: true }, "http://10.0.0.1:22", true, true],
] as const)("permission for a private network is required as needed: %s", (...row) => {
  const [, before, url, isPrivateAllowed, isNeeded] = row;
  const stored = before && { ...before, url: "http://10.0.0.1/sub" };

  expect(needsAllowing(stored, { url, isPrivateAllowed })).toBe(isNeeded);
});
