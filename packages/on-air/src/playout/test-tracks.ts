import type { PlayableTrack } from "../protocol/index.ts";

/** A deterministic id for tests. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** A deterministic track for tests, of unknown length. */
export function track(number: number): PlayableTrack {
  return {
    kind: "file",
    trackId: uuid(number),
    path: `/music/${number}.mp3`,
    title: `Track ${number}`,
    artist: "Lux",
    album: null,
    albumArtist: null,
    discNumber: null,
    trackNumber: null,
    genre: null,
    durationMs: null,
    gainDb: 0,
    cues: null,
  };
}
