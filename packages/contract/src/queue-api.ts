import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { queueCalls, queueUndoCalls } from "./queue.ts";
import type { QueueItem } from "./queue.ts";

/** The id of a queue entry, or of a track, which means its first entry. */
const eitherId = z.object({
  id: z.uuid().check(z.describe("Id of an entry, or of a track for its first entry")),
});

const exampleItem: QueueItem = {
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
  requestedBy: "Web User",
  addedBy: null,
};

export const queueApi = defineApi(queueCalls, {
  listQueue: {
    access: "public",
    summary: "Upcoming entries, soonest first",
    example: { response: [exampleItem] },
  },
  listExpectedPlays: {
    access: "public",
    summary: "When each entry is expected on air, and what it waits for",
    example: {
      response: [
        {
          id: exampleItem.id,
          startsAt: "2027-03-01T20:20:00.000Z",
          waitsFor: { kind: "slot", clock: "Evening hour", show: "Night Flight" },
        },
      ],
    },
  },
  addToQueue: {
    access: "request",
    errors: [
      "not_found",
      "conflict",
      "queue_full",
      "request_too_soon",
      "too_many_open_requests",
      "too_many_requests",
    ],
    summary: "Request a track of the library; adds it to the end of the queue",
    body: z.object({
      trackId: z.uuid(),
      /** Older clients send a timestamp; the server decides the position. */
      position: z.optional(z.number()),
      /** Ignored: the server takes the requester from the session. */
      requestedBy: z.optional(z.string()),
    }),
    example: { body: { trackId: exampleItem.track.id }, response: exampleItem },
  },
  clearQueue: {
    access: "queue_control",
    errors: ["too_many_requests"],
    summary: "Remove every entry",
    example: { response: { removed: 7 } },
  },
  removeFromQueue: {
    access: "queue_control",
    errors: ["not_found", "too_many_requests"],
    summary: "Remove one entry, by its own id or its track's",
    params: eitherId,
    example: { response: { removed: 1 } },
  },
  moveInQueue: {
    access: "queue_control",
    errors: ["not_found", "too_many_requests"],
    summary: "Move an entry; `position` counts from 0 and is clamped to the queue",
    params: eitherId,
    body: z.object({ position: z.int().check(z.minimum(0)) }),
    example: { body: { position: 0 }, response: [exampleItem] },
  },
  playNext: {
    access: "queue_control",
    errors: [
      "not_found",
      "conflict",
      "queue_full",
      "request_too_soon",
      "too_many_open_requests",
      "too_many_requests",
    ],
    summary: "Move an entry to the front; requests the track if it is not in the queue",
    params: eitherId,
    example: { response: [exampleItem] },
  },
});

export const queueUndoApi = defineApi(queueUndoCalls, {
  shuffleQueue: {
    access: "queue_control",
    errors: ["too_many_requests"],
    summary: "Shuffle the upcoming entries",
    example: { response: [exampleItem] },
  },
  undoQueue: {
    access: "queue_control",
    errors: ["not_found", "too_many_open_requests", "too_many_requests"],
    summary: "Undo the latest change to the queue, up to 20 changes back",
    example: { response: { undone: "clear", queue: [exampleItem] } },
  },
});
