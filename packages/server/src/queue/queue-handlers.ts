import type { queueApi } from "@neonrelay/contract";
import { requesterName } from "../accounts/rights-rules.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { HandlersFor } from "../http/route.ts";
import {
  addToQueue,
  clearQueue,
  listQueue,
  moveInQueue,
  playNext,
  removeFromQueue,
  type QueueAddition,
  type QueueOutcome,
  type QueueParts,
} from "./queue-actions.ts";

export function queueHandlers(parts: QueueParts): HandlersFor<typeof queueApi> {
  return {
    listQueue: () => listQueue(parts.database.connection),
    addToQueue: async ({ body }, { caller }) => {
      const addition = await addToQueue(parts, {
        trackId: body.trackId,
        requestedBy: requesterName(caller),
      });
      return addition.kind === "added" ? addition.item : refuse(addition, "track");
    },
    clearQueue: async () => ({ removed: changed(await clearQueue(parts)).removed }),
    removeFromQueue: async ({ params }) => ({
      removed: changed(await removeFromQueue(parts, params.id)).removed,
    }),
    moveInQueue: async ({ params, body }) => [
      ...changed(await moveInQueue(parts, { id: params.id, position: body.position })).queue,
    ],
    playNext: async ({ params }, { caller }) => [
      ...changed(await playNext(parts, { id: params.id, requestedBy: requesterName(caller) }))
        .queue,
    ],
  };
}

function changed(outcome: QueueOutcome): Extract<QueueOutcome, { kind: "changed" }> {
  return outcome.kind === "changed" ? outcome : refuse(outcome, "entry");
}

function refuse(
  refusal: Exclude<QueueAddition | QueueOutcome, { kind: "added" } | { kind: "changed" }>,
  subject: "track" | "entry",
): never {
  switch (refusal.kind) {
    case "unknown-track":
    case "not-found":
      throw new ApiFailure({
        error:
          subject === "track"
            ? "There is no such track in the library"
            : "There is no such entry in the queue",
        code: "not_found",
        field: subject === "track" ? "trackId" : "id",
      });
    case "missing-file":
      throw new ApiFailure({ error: "The file of this track is missing", code: "conflict" });
    case "full":
      throw new ApiFailure({
        error: "The queue is full; try again when some tracks have played",
        code: "queue_full",
      });
    default:
      return refusal satisfies never;
  }
}
