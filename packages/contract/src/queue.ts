import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { trackSchema } from "./tracks.ts";

/** Most entries the queue holds. */
export const QUEUE_LIMIT = 500;

/** A place in the queue. `position` starts at 1: that one plays next. */
export const queueItemSchema = z.object({
  id: z.uuid(),
  track: trackSchema,
  position: z.int().check(z.minimum(1)),
  requestedBy: z.nullable(z.string()),
});
export type QueueItem = z.infer<typeof queueItemSchema>;

export const queueSchema = z.array(queueItemSchema);

/** Changes of the queue that can be taken back. */
export const queueChanges = ["clear", "remove", "move", "play-next", "shuffle"] as const;
export type QueueChangeName = (typeof queueChanges)[number];

/** The id of a queue item, or of a track: then its first item in the queue is meant. */
const eitherId = z.object({
  id: z.uuid().check(z.describe("Id of an entry, or of a track: then its first entry is meant")),
});

const exampleItem: QueueItem = {
  id: "0e6f8b1c-52c5-4f57-9d0a-6f1c7c3b8a11",
  track: {
    id: "7b1b9a56-3d0e-4c57-8f6f-2f0d4b1f9a22",
    kind: "file",
    title: "Midnight Uplink",
    artist: "Neon Relay",
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
};

export const queueApi = defineApi({
  listQueue: {
    method: "GET",
    path: "/api/queue",
    access: "public",
    summary: "Upcoming entries, soonest first",
    response: queueSchema,
    example: { response: [exampleItem] },
  },
  addToQueue: {
    method: "POST",
    path: "/api/queue",
    access: "request",
    errors: [
      "not_found",
      "conflict",
      "queue_full",
      "request_too_soon",
      "too_many_open_requests",
      "too_many_requests",
    ],
    summary: "Request a library track: it is added at the end of the queue",
    body: z.object({
      trackId: z.uuid(),
      /** Sent by older clients as a timestamp; the server decides the place. */
      position: z.optional(z.number()),
      /** Ignored: the server knows who asks. */
      requestedBy: z.optional(z.string()),
    }),
    response: queueItemSchema,
    example: { body: { trackId: exampleItem.track.id }, response: exampleItem },
  },
  clearQueue: {
    method: "DELETE",
    path: "/api/queue/clear",
    access: "queue_control",
    errors: ["too_many_requests"],
    summary: "Remove every entry",
    response: z.object({ removed: z.int() }),
    example: { response: { removed: 7 } },
  },
  removeFromQueue: {
    method: "DELETE",
    path: "/api/queue/:id",
    access: "queue_control",
    errors: ["not_found", "too_many_requests"],
    summary: "Remove one entry, by its id or its track's",
    params: eitherId,
    response: z.object({ removed: z.int() }),
    example: { response: { removed: 1 } },
  },
  moveInQueue: {
    method: "PATCH",
    path: "/api/queue/:id/position",
    access: "queue_control",
    errors: ["not_found", "too_many_requests"],
    summary: "Move an entry; `position` counts from 0 and is clamped to the queue",
    params: eitherId,
    body: z.object({ position: z.int().check(z.minimum(0)) }),
    response: queueSchema,
    example: { body: { position: 0 }, response: [exampleItem] },
  },
  playNext: {
    method: "POST",
    path: "/api/queue/:id/play-next",
    access: "queue_control",
    errors: [
      "not_found",
      "conflict",
      "queue_full",
      "request_too_soon",
      "too_many_open_requests",
      "too_many_requests",
    ],
    summary:
      "Move an entry to the front; a track that is not in the queue is requested, to play there",
    params: eitherId,
    response: queueSchema,
    example: { response: [exampleItem] },
  },
});

export const queueUndoApi = defineApi({
  shuffleQueue: {
    method: "POST",
    path: "/api/queue/shuffle",
    access: "queue_control",
    errors: ["too_many_requests"],
    summary: "Put the upcoming entries in random order",
    response: queueSchema,
    example: { response: [exampleItem] },
  },
  undoQueue: {
    method: "POST",
    path: "/api/queue/undo",
    access: "queue_control",
    errors: ["not_found", "too_many_open_requests", "too_many_requests"],
    summary:
      "Take back the newest change of the queue that was not taken back yet, one of the last 20",
    response: z.object({ undone: z.enum(queueChanges), queue: queueSchema }),
    example: { response: { undone: "clear", queue: [exampleItem] } },
  },
});
