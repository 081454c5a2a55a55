import type { Track } from "@neonrelay/contract/callers";

/** A track for tests. */
export const testTrack: Track = {
  id: "0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60",
  kind: "file",
  title: "Night Drive",
  artist: "Neon Coast",
  artists: ["Neon Coast"],
  albumArtists: [],
  album: "Sunset Lines",
  genre: "Synthwave",
  duration: "4:05",
  durationMs: 245_013,
  bitrate: 192,
  albumArt: null,
  loudnessLufs: -11.2,
  gainDb: -4.8,
  shortOfTargetDb: null,
  contentKind: "music",
  weightPercent: 100,
  isInRotation: true,
};
