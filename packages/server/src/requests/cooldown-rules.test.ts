import { requestPresets } from "@neonrelay/contract";
import { expect, test } from "vitest";
import {
  artistsOnCooldown,
  type CooldownSituation,
  longestCooldownMs,
  type RecentTrack,
  tracksOnCooldown,
} from "./cooldown-rules.ts";

const MINUTE_MS = 60_000;
const nowMs = 1_700_000_000_000;
const rules = {
  ...requestPresets.generous,
  trackCooldownMinutes: 60,
  playedCooldownMinutes: 30,
  artistCooldownMinutes: 20,
};

/** @param asked minutes since the last request; null: none recently */
function recent(trackId: string, artistKey: string, asked: number | null, played: number | null) {
  const before = (minutes: number | null) =>
    minutes === null ? null : nowMs - minutes * MINUTE_MS;
  const track: RecentTrack = {
    trackId,
    artistKeys: artistKey === "" ? [] : [artistKey],
    requestedAtMs: before(asked),
    playedAtMs: before(played),
  };
  return track;
}

function situation(tracks: readonly RecentTrack[], size = 100): CooldownSituation {
  const tracksByArtist = new Map(
    tracks.flatMap(({ artistKeys }) => artistKeys.map((key) => [key, 1] as const)),
  );
  return {
    rules,
    nowMs,
    recent: tracks,
    library: { tracks: size, artists: size, tracksByArtist },
  };
}

test("a track rests after a request and after a play, until the later of both", () => {
  const tracks = [
    recent("asked", "a", 10, null),
    recent("both", "a", 59, 1),
    recent("played", "a", null, 29),
    recent("rested", "a", 60, 30),
  ];

  expect(tracksOnCooldown(situation(tracks))).toEqual([
    { key: "both", because: "played", untilMs: nowMs + 29 * MINUTE_MS },
    { key: "asked", because: "requested", untilMs: nowMs + 50 * MINUTE_MS },
    { key: "played", because: "played", untilMs: nowMs + MINUTE_MS },
  ]);
});

test("at most half of the tracks rest, those requested or played most recently", () => {
  const tracks = [recent("old", "a", 30, null), recent("new", "a", 1, null)];

  expect(tracksOnCooldown(situation(tracks, 3)).map(({ key }) => key)).toEqual(["new"]);
});

test("an artist rests after the newest request or play, and files without a tag never do", () => {
  const tracks = [
    recent("1", "neon", 19, null),
    recent("2", "neon", null, 5),
    recent("3", "", 1, null),
    recent("4", "rested", 20, 20),
  ];

  expect(artistsOnCooldown(situation(tracks))).toEqual([
    { key: "neon", because: "played", untilMs: nowMs + 15 * MINUTE_MS },
  ]);
});

test("resting artists leave more than half of the tracks free", () => {
  const tracks = [recent("1", "large", 1, null), recent("2", "small", 2, null)];
  const { library, ...given } = situation(tracks, 10);
  const resting = (large: number) =>
    artistsOnCooldown({
      ...given,
      library: {
        ...library,
        tracksByArtist: new Map([
          ["large", large],
          ["small", 1],
        ]),
      },
    }).map(({ key }) => key);

  expect(resting(3)).toEqual(["large", "small"]);
  expect(resting(4)).toEqual(["large"]);
  expect(resting(5)).toEqual(["small"]);
});

test("a rule of zero minutes is off, and the longest of the three sets how far to look back", () => {
  const off = {
    ...rules,
    trackCooldownMinutes: 0,
    playedCooldownMinutes: 0,
    artistCooldownMinutes: 0,
  };
  const given = { ...situation([recent("1", "a", 0, 0)]), rules: off };

  expect(tracksOnCooldown(given)).toEqual([]);
  expect(artistsOnCooldown(given)).toEqual([]);
  expect([longestCooldownMs(rules), longestCooldownMs(off)]).toEqual([3_600_000, 0]);
  expect(longestCooldownMs({ ...off, artistCooldownMinutes: 1 })).toBe(MINUTE_MS);
});
