import type { queueApi } from "@neonrelay/contract";
import { type Requester, toRequester } from "../identity/visitor.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { HandlersFor } from "../http-kit/route.ts";
import { type QueueLimit, requireChanged } from "../queue/queue-handlers.ts";
import {
  announceRequest,
  type RequestOutcome,
  type RequestParts,
  requestTrack,
  takeRequest,
} from "./request-actions.ts";
import { explainRefusal } from "./request-words.ts";
import type { Connection } from "../database/database.ts";
import { freeQueueItem, lockQueue } from "../queue/queue-store.ts";
import { listQueue, type QueueOutcome, saveAndList } from "../queue/queue-changes.ts";
import { decideMove, findPlace } from "../queue/queue-rules.ts";

/** The calls that request a track. */
export function requestHandlers(
  parts: RequestParts,
  limit: QueueLimit,
): Pick<HandlersFor<typeof queueApi>, "addToQueue" | "playNext"> {
  return {
    addToQueue: async ({ body }, call) => {
      limit.take(call);
      const requester = toRequester(call.caller, call.visitor);
      const wanted = { requester, trackId: body.trackId, place: "end", query: null } as const;
      const outcome = await requestTrack(parts, wanted);
      if (outcome.kind === "taken") return outcome.item;
      throw new ApiFailure(explainRefusal(outcome));
    },
    playNext: async ({ params }, call) => {
      limit.take(call);
      const requester = toRequester(call.caller, call.visitor);
      const outcome = await playNext(parts, { id: params.id, requester });
      if ("queue" in outcome || outcome.kind === "not-found")
        return [...requireChanged(outcome).queue];
      throw new ApiFailure(explainRefusal(outcome));
    },
  };
}

type PlayNextOutcome = QueueOutcome | Exclude<RequestOutcome, { readonly kind: "taken" }>;

/** Moves an entry to the front; a track not in the queue is requested, to play there. */
export async function playNext(
  parts: RequestParts,
  { id, requester }: { readonly id: string; readonly requester: Requester },
): Promise<PlayNextOutcome> {
  const { database, events } = parts;
  const request = { requester, trackId: id, place: "front", query: null } as const;
  const { requested, outcome } = await database.transaction(async (transaction) => {
    const places = await lockQueue(transaction);
    const place = findPlace(places, id);
    if (place !== undefined) {
      const change = decideMove(places, { id, position: 0 });
      const named = { name: "play-next", changedBy: requester.name } as const;
      const outcomeOfMove = await saveAndList(transaction, { ...named, places, change });
      // An entry played next by an operator does not wait for a request slot.
      const isFreed = requester.isOperator && place.isRequest;
      if (isFreed) await freeQueueItem(transaction, place.id);
      return { requested: null, outcome: isFreed ? asChanged(outcomeOfMove) : outcomeOfMove };
    }
    const outcomeOfRequest = await takeRequest(transaction, { parts, request });
    return {
      requested: outcomeOfRequest,
      outcome: await afterRequest(transaction, outcomeOfRequest),
    };
  });
  if (requested !== null) announceRequest(parts, { request, outcome: requested });
  else if (outcome.kind === "changed") events.publish({ type: "queue.changed" });
  return outcome;
}

function asChanged(outcome: QueueOutcome): QueueOutcome {
  return outcome.kind === "unchanged" ? { ...outcome, kind: "changed" } : outcome;
}

async function afterRequest(
  transaction: Connection,
  request: RequestOutcome,
): Promise<PlayNextOutcome> {
  // The id may have been meant as an entry's.
  if (request.kind === "unknown-track") return { kind: "not-found" };
  if (request.kind !== "taken") return request;
  return { kind: "changed", queue: await listQueue(transaction), removed: 0 };
}
