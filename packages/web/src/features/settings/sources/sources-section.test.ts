import { expect, test } from "vitest";
import { describeSource } from "./sources-section.tsx";

const source = {
  id: "0d1d1c7e-5a39-4c3e-9a57-6a0b62f7c0de",
  name: "Home",
  url: "https://music.example.org",
  signIn: "token",
  username: "station",
  isPrivateAllowed: false,
  everyMinutes: 60,
  cacheMegabytes: 5000,
  isEnabled: true,
  state: {
    status: "ready",
    problem: null,
    readAt: null,
    albumsRead: 0,
    tracks: 18_204,
    tracksHere: 812,
    bytesHere: 3 * 1024 ** 3,
    tracksWanted: 0,
    tracksOutOfReach: 0,
  },
} as const;

test("a source is described by its tracks and by its cache", () => {
  expect(describeSource(source)).toBe("18,204 tracks · 812 in the cache (3.0 GB of 4.9 GB)");
});

test("pending and failed tracks are counted too", () => {
  const state = { ...source.state, status: "reading", albumsRead: 1, tracksWanted: 3 } as const;

  expect(describeSource({ ...source, state: { ...state, tracksOutOfReach: 2 } })).toBe(
    "18,204 tracks · 812 in the cache (3.0 GB of 4.9 GB) · 3 to fetch for the plan · 2 could not be fetched · 1 album read",
  );
});
