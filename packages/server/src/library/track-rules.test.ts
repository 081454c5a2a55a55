import { expect, test } from "vitest";
import {
  cleanTag,
  foldText,
  formatDuration,
  type LibraryTrack,
  searchTextOf,
  sortKeyOf,
  toPlayable,
  toTrack,
} from "./track-rules.ts";

const file: LibraryTrack = {
  id: "1",
  kind: "file",
  title: "Night Drive",
  artist: "Neon",
  artists: ["Neon"],
  albumArtists: [],
  album: null,
  genre: "Synthwave",
  bitrateKbps: 320,
  durationMs: 200_499,
  targetLufs: -16,
  artworkName: "a b.jpg",
  contentKind: "music",
  weightPercent: 100,
  isInRotation: true,
  integratedLufs: -20.04,
  truePeakDbtp: -9,
  limiterRoomDb: 6,
  tagLufs: null,
  path: "neon/night-drive.flac",
  albumArtist: null,
  discNumber: 1,
  trackNumber: 2,
  missingSince: null,
  cueInMs: 300,
  cueOutMs: 200_000,
  startNextMs: null,
  userCueInMs: null,
  userCueOutMs: null,
  userStartNextMs: null,
  userFadeInMs: null,
  userFadeOutMs: null,
  quietestDb: null,
  hasDcOffset: false,
  albumLevel: null,
  userGainDb: null,
};
const stream: LibraryTrack = { ...file, kind: "stream", artworkName: null, cueInMs: null };

test("a track is shown with its length, its cover and its level in tenths", () => {
  expect(toTrack(file)).toEqual({
    id: "1",
    kind: "file",
    title: "Night Drive",
    artist: "Neon",
    artists: ["Neon"],
    albumArtists: [],
    album: null,
    genre: "Synthwave",
    duration: "3:20",
    durationMs: 200_499,
    bitrate: 320,
    albumArt: "/api/tracks/1/art?v=a%20b.jpg",
    loudnessLufs: -20,
    gainDb: 4,
    shortOfTargetDb: null,
    contentKind: "music",
    weightPercent: 100,
    isInRotation: true,
  });
});

test("an external stream has neither a length nor a level", () => {
  expect(toTrack(stream)).toMatchObject({
    duration: null,
    durationMs: null,
    albumArt: null,
    loudnessLufs: null,
    gainDb: 0,
    shortOfTargetDb: null,
  });
  expect(toPlayable(stream)).toMatchObject({ kind: "stream", durationMs: null, cues: null });
});

test("on-air gets a track with its exact gain and its cue points", () => {
  const { gainDb, ...playable } = toPlayable(file);

  expect(gainDb).toBeCloseTo(4.04, 10);
  expect(playable).toEqual({
    kind: "file",
    trackId: "1",
    path: "neon/night-drive.flac",
    title: "Night Drive",
    artist: "Neon",
    album: null,
    albumArtist: "Neon",
    discNumber: 1,
    trackNumber: 2,
    genre: "Synthwave",
    durationMs: 200_499,
    cues: { cueInMs: 300, cueOutMs: 200_000, startNextMs: null, isDecay: false },
  });
  const albumLevel = { integratedLufs: -18, truePeakDbtp: -6 };
  expect(toPlayable({ ...file, albumLevel, userGainDb: 1 })).toMatchObject({ albumGainDb: 3 });
  expect(toPlayable({ ...file, quietestDb: -48, hasDcOffset: true })).toMatchObject({
    quietestDb: -48,
    hasDcOffset: true,
  });
});

test.each([
  [59_499, "0:59"],
  [59_500, "1:00"],
  [3_605_000, "60:05"],
])("a length of %i ms is shown as %s", (durationMs, shown) => {
  expect(formatDuration(durationMs)).toBe(shown);
});

test("the library is sorted by artist, then title, ignoring case and accents", () => {
  const key = sortKeyOf({ artist: " Björk\u0000 Á ", title: "JÓGA" });

  expect(key).toBe("bjork a\tjoga");
  expect(sortKeyOf({ artist: "a".repeat(700), title: "b" })).toHaveLength(600);
  expect(foldText("ＡＢ\n c")).toBe("ab c");
});

test("a search covers title, artist, album, genre and year", () => {
  const track = { title: "Jóga", artist: "Björk", album: null, genre: "Pop", year: 1997 };

  expect(searchTextOf(track)).toBe("joga bjork pop 1997");
  expect(searchTextOf({ ...track, album: "a".repeat(700) })).toHaveLength(600);
});

test("a tag is stripped of control characters and cut to length, never within a character", () => {
  expect(cleanTag(" a\u0000\u0007b\n")).toBe("a b");
  expect(cleanTag("a".repeat(501))).toBe("a".repeat(500));
  expect(cleanTag(`${"a".repeat(499)}🎵`)).toBe(`${"a".repeat(499)}\uFFFD`);
});

test("an operator's gain is added to the loudness gain, within what on-air accepts", () => {
  expect(toPlayable({ ...file, userGainDb: -6 }).gainDb).toBeCloseTo(-1.96);
  expect(toTrack({ ...file, userGainDb: -6 })).toMatchObject({ gainDb: -2, shortOfTargetDb: null });
  expect(toPlayable({ ...file, integratedLufs: -70, userGainDb: 12 }).gainDb).toBeLessThan(30);
});
