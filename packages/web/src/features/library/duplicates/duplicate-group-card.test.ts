import type { DuplicateTrack } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { copyFacts, likenessWords, mergeQuestion } from "./duplicate-group-card.tsx";

const track: DuplicateTrack = {
  id: "0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60",
  title: "Night Drive",
  artist: "Neon Coast",
  album: null,
  albumArt: null,
  file: "Neon Coast/Night Drive.flac",
  codec: "flac",
  bitrate: 912,
  sampleRateHz: 44_100,
  durationMs: 241_000,
  sizeBytes: 27_472_000,
  addedAt: "2027-03-01T19:00:00.000Z",
  isMissing: false,
  isInRotation: true,
  plays: 1200,
  playlists: 1,
  favourites: 3,
};

test("a copy is described by what distinguishes it", () => {
  expect(copyFacts(track)).toEqual(
    expect.arrayContaining([
      ["Format", "FLAC · 912 kbit/s · 44.1 kHz"],
      ["Length", "4:01"],
      ["Size", "26.2 MB"],
      ["Plays", "1,200"],
    ]),
  );
});

test("only a missing file or a track out of rotation is mentioned", () => {
  const names = (one: DuplicateTrack) => copyFacts(one).map(([name]) => name);

  expect(names(track)).not.toContain("File");
  expect(names({ ...track, isMissing: true, isInRotation: false })).toEqual(
    expect.arrayContaining(["File", "Rotation"]),
  );
});

test("an unknown codec gets its decoder's name, and plain samples are PCM", () => {
  const format = (codec: string) => copyFacts({ ...track, codec, bitrate: null })[0]?.[1];

  expect([format("pcm_s24le"), format("dsd_lsbf")]).toEqual([
    "PCM · 44.1 kHz",
    "dsd_lsbf · 44.1 kHz",
  ]);
});

test("tracks are grouped as the same file, or as the same recording with the agreement", () => {
  const group = { agreementPercent: 93, tracks: [track] };

  expect(likenessWords({ ...group, likeness: "file" })).toBe("The same file");
  expect(likenessWords({ ...group, likeness: "recording" })).toBe("The same recording, 93 % alike");
});

test("a merge asks first, and says what stays and how many leave the rotation", () => {
  expect(mergeQuestion(track, 1).text).toContain("Neon Coast/Night Drive.flac stays. The other");
  expect(mergeQuestion(track, 2).text).toContain("2 other tracks leave the rotation");
});
