import type { Track } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { totalsOf } from "./library-totals.ts";

const track = (artist: string, durationMs: number | null): Track => ({
  id: "6a3c2b1e-0000-4000-8000-000000000000",
  kind: "file",
  title: "Track",
  artist,
  album: null,
  genre: null,
  duration: null,
  durationMs,
  bitrate: null,
  albumArt: null,
  loudnessLufs: -11.2,
  gainDb: -4.8,
  shortOfTargetDb: null,
});

test("the totals count each artist once and sum the real durations", () => {
  expect(totalsOf([track("A", 60_000), track("B", 30_000), track("A", 5000)])).toEqual({
    tracks: 3,
    artists: 2,
    durationMs: 95_000,
  });
});

test("a track of unknown length counts for four minutes", () => {
  expect(totalsOf([track("A", null)]).durationMs).toBe(240_000);
});
