import { expect, test } from "vitest";
import { playlistBadge } from "./playlist-place.ts";

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
