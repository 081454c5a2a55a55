import { queueApi } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { playlistTotals } from "./playlist-totals.ts";

const [example] = queueApi.listQueue.example.response;

test("the playlist's figures sum real lengths, four minutes where unknown, and count who asked", () => {
  const stream = { ...example.track, durationMs: null };

  expect(
    playlistTotals([
      { ...example, requestedBy: "mira" },
      { ...example, requestedBy: null },
      { ...example, track: stream, requestedBy: null },
    ]),
  ).toEqual({ tracks: 3, durationMs: 204_000 * 2 + 240_000, requests: 1 });
});
