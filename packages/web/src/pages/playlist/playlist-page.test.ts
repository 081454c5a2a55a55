import type { QueueItem } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { playlistBadge, playlistSummary, playlistTotals } from "./playlist-page.tsx";

const example: QueueItem = {
  id: "0e6f8b1c-52c5-4f57-9d0a-6f1c7c3b8a11",
  track: {
    id: "7b1b9a56-3d0e-4c57-8f6f-2f0d4b1f9a22",
    kind: "file",
    title: "Midnight Uplink",
    artist: "Neon Relay",
    artists: ["Neon Relay"],
    albumArtists: [],
    album: "Demo",
    genre: "Synthwave",
    duration: "3:24",
    durationMs: 204_000,
    bitrate: 192,
    albumArt: null,
    loudnessLufs: -11.2,
    gainDb: -4.8,
    shortOfTargetDb: null,
    contentKind: "music",
    weightPercent: 100,
    isInRotation: true,
  },
  position: 1,
  requestedBy: null,
  addedBy: null,
};

test("the playlist's figures sum real lengths, four minutes where unknown, and count requests, not what operators added", () => {
  const stream = { ...example.track, durationMs: null };

  expect(
    playlistTotals([
      { ...example, requestedBy: "mira" },
      { ...example, requestedBy: null, addedBy: "ada" },
      { ...example, track: stream, requestedBy: null },
    ]),
  ).toEqual({ tracks: 3, durationMs: 204_000 * 2 + 240_000, requests: 1 });
});

test("the line above the entries counts them, their time and the requests", () => {
  const durationMs = (10 * 60 + 8) * 60_000;

  expect(playlistSummary({ tracks: 497, durationMs, requests: 12 })).toBe(
    "497 upcoming · 10h 8m · 12 requests",
  );
  expect(playlistSummary({ tracks: 1, durationMs: 204_000, requests: 1 })).toBe(
    "1 upcoming · 3m · 1 request",
  );
});

const wanted = { kind: "library", requestedBy: "owl" } as const;
const rotation = { kind: "library", requestedBy: null } as const;
const dj = { kind: "live", requestedBy: null } as const;

test("the entry on air counts, with those before it and those to come", () => {
  expect(playlistBadge({ now: wanted, plays: [rotation, wanted], queued: 2 })).toBe("Track 1 of 3");
  expect(playlistBadge({ now: wanted, plays: [wanted, wanted, rotation], queued: 1 })).toBe(
    "Track 3 of 4",
  );
  expect(playlistBadge({ now: wanted, plays: [], queued: 0 })).toBe("Track 1 of 1");
});

test("while no entry plays, the badge names what does, or what comes next", () => {
  expect(playlistBadge({ now: rotation, plays: [wanted], queued: 3 })).toBe("From the library");
  expect(playlistBadge({ now: dj, plays: [], queued: 1 })).toBe("1 track to come");
  expect(playlistBadge({ now: null, plays: [], queued: 2 })).toBe("2 tracks to come");
  expect(playlistBadge({ now: rotation, plays: [wanted], queued: 0 })).toBe("Empty Queue");
});
