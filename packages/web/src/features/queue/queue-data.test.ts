import type { QueueItem } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { clearQuestion, playNextId, withMoved } from "./queue-data.ts";

const item = (id: string, position: number): QueueItem => ({
  id,
  position,
  requestedBy: null,
  addedBy: null,
  track: {
    id,
    kind: "file",
    title: id,
    artist: "",
    artists: [""],
    albumArtists: [],
    album: null,
    genre: null,
    duration: null,
    durationMs: null,
    bitrate: null,
    albumArt: null,
    loudnessLufs: null,
    gainDb: 0,
    shortOfTargetDb: null,
    contentKind: "music",
    weightPercent: 100,
    isInRotation: true,
  },
});
const queue = ["a", "b", "c", "d"].map((id, at) => item(id, at + 1));

test("a moved entry takes its place, and all entries are renumbered", () => {
  const order = (id: string, index: number) =>
    withMoved(queue, { id, index }).map((entry) => `${entry.id}${entry.position}`);

  expect(order("a", 2)).toEqual(["b1", "c2", "a3", "d4"]);
  expect(order("d", 0)).toEqual(["d1", "a2", "b3", "c4"]);
  expect(order("b", 9)).toEqual(["a1", "c2", "d3", "b4"]);
  expect(order("gone", 0)).toEqual(["a1", "b2", "c3", "d4"]);
});

test("a track is played next by its own id, or by its entry's if it is queued twice", () => {
  const once = { ...item("a", 1), id: "entry-1" };
  const [twice, again] = ["entry-2", "entry-3"].map((id) => ({ ...item("b", 2), id }));

  expect(playNextId([once], once)).toBe("a");
  expect([twice, again].map((entry) => entry && playNextId([...queue, entry], entry))).toEqual([
    "entry-2",
    "entry-3",
  ]);
});

test("the question before clearing the queue names the number of tracks", () => {
  expect([1, 2].map((count) => clearQuestion(count).text)).toEqual([
    "This removes the one upcoming track from the queue. The station goes on with tracks from the library.",
    "This removes all 2 upcoming tracks from the queue. The station goes on with tracks from the library.",
  ]);
});
