import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { trackSchema } from "./tracks.ts";

/** Maximum entries in the queue. */
export const QUEUE_LIMIT = 500;

/** A queue entry. `position` counts from 1, the next to play. */
export const queueItemSchema = z.object({
  id: z.uuid(),
  track: trackSchema,
  position: z.int().check(z.minimum(1)),
  /** Who requested it; null for what an operator added. */
  requestedBy: z.nullable(z.string()),
  /** The operator who added it; null for a request. */
  addedBy: z.nullable(z.string()),
});

export type QueueItem = z.infer<typeof queueItemSchema>;

/** When a queue entry is expected on air. */
export const expectedPlaySchema = z.object({
  /** Id of the entry. */
  id: z.uuid(),
  /** null: unknown, or beyond the planned hours. */
  startsAt: z.nullable(z.iso.datetime()),
  /** Why it can't play at the next join; null: only the entries before it. */
  waitsFor: z.nullable(
    z.discriminatedUnion("kind", [
      /** A request slot of a clock. */
      z.object({ kind: z.literal("slot"), clock: z.string(), show: z.nullable(z.string()) }),
      /** The limit on requests played per hour. */
      z.object({ kind: z.literal("limit"), mostPerHour: z.int() }),
    ]),
  ),
});
export type ExpectedPlay = z.infer<typeof expectedPlaySchema>;

export const queueSchema = z.array(queueItemSchema);

/** Kinds of queue changes that can be undone. */
export const queueChanges = ["clear", "remove", "move", "play-next", "shuffle"] as const;

export type QueueChangeName = (typeof queueChanges)[number];

export const queueCalls = defineCalls({
  listQueue: {
    method: "GET",
    path: "/api/queue",
    response: queueSchema,
  },
  listExpectedPlays: {
    method: "GET",
    path: "/api/queue/expected",
    response: z.array(expectedPlaySchema),
  },
  addToQueue: {
    method: "POST",
    path: "/api/queue",
    response: queueItemSchema,
  },
  clearQueue: {
    method: "DELETE",
    path: "/api/queue/clear",
    response: z.object({ removed: z.int() }),
  },
  removeFromQueue: {
    method: "DELETE",
    path: "/api/queue/:id",
    response: z.object({ removed: z.int() }),
  },
  moveInQueue: {
    method: "PATCH",
    path: "/api/queue/:id/position",
    response: queueSchema,
  },
  playNext: {
    method: "POST",
    path: "/api/queue/:id/play-next",
    response: queueSchema,
  },
});

export const queueUndoCalls = defineCalls({
  shuffleQueue: {
    method: "POST",
    path: "/api/queue/shuffle",
    response: queueSchema,
  },
  undoQueue: {
    method: "POST",
    path: "/api/queue/undo",
    response: z.object({ undone: z.enum(queueChanges), queue: queueSchema }),
  },
});
