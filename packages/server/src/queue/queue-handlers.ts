import type { queueApi, queueUndoApi } from "@neonrelay/contract";
import { isOperator, requesterName } from "../identity/rights-rules.ts";
import { toRequester } from "../identity/visitor.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { Call, HandlersFor } from "../http-kit/route.ts";
import { requestTrack, type RequestParts } from "../requests/request-actions.ts";
import { explainRefusal } from "../requests/request-words.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { SecurityLog } from "../security/security-log.ts";
import {
  clearQueue,
  moveInQueue,
  playNext,
  removeFromQueue,
  shuffleQueue,
  undoQueue,
  type PlayNextOutcome,
  type QueueChanged,
} from "./queue-actions.ts";
import { listQueue } from "./queue-changes.ts";
import type { QueueLimit } from "./queue-limit.ts";

export interface QueueHandlerParts extends RequestParts {
  readonly security: SecurityLog;
  readonly systemLog: SystemLog;
}

export function queueHandlers(
  parts: QueueHandlerParts,
  limit: QueueLimit,
): HandlersFor<typeof queueApi> {
  return {
    listQueue: () => listQueue(parts.database.connection),
    addToQueue: async ({ body }, call) => {
      limit.take(call);
      const requester = toRequester(call.caller, call.visitor);
      const wish = { requester, trackId: body.trackId, place: "end", query: null } as const;
      const outcome = await requestTrack(parts, wish);
      if (outcome.kind === "taken") return outcome.item;
      throw new ApiFailure(explainRefusal(outcome));
    },
    clearQueue: async (_request, call) => {
      limit.take(call);
      const { removed } = changed(await clearQueue(parts, byCaller(call)));
      if (!isOperator(call.caller)) noteClearing(parts.security, { call, removed });
      noteOperator(parts, { call, action: "cleared the queue", details: { removed } });
      return { removed };
    },
    removeFromQueue: async ({ params }, call) => {
      limit.take(call);
      const { removed } = changed(await removeFromQueue(parts, { ...params, ...byCaller(call) }));
      noteOperator(parts, { call, action: "removed an entry of the queue", details: params });
      return { removed };
    },
    moveInQueue: async ({ params, body }, call) => {
      limit.take(call);
      const target = { id: params.id, position: body.position, ...byCaller(call) };
      return [...changed(await moveInQueue(parts, target)).queue];
    },
    playNext: async ({ params }, call) => {
      limit.take(call);
      const requester = toRequester(call.caller, call.visitor);
      return [...changed(await playNext(parts, { id: params.id, requester })).queue];
    },
  };
}

export function queueUndoHandlers(
  parts: QueueHandlerParts,
  limit: QueueLimit,
): HandlersFor<typeof queueUndoApi> {
  return {
    shuffleQueue: async (_request, call) => {
      limit.take(call);
      const { queue } = changed(await shuffleQueue(parts, byCaller(call)));
      noteOperator(parts, { call, action: "shuffled the queue", details: null });
      return [...queue];
    },
    undoQueue: async (_request, call) => {
      limit.take(call);
      const { requestRules } = parts.settings.current;
      const maxOpenRequests = isOperator(call.caller) ? 0 : requestRules.maxOpenRequests;
      const outcome = await undoQueue(parts, { maxOpenRequests });
      if (outcome.kind === "nothing-to-undo")
        throw new ApiFailure({
          error: "There is no change of the queue left to take back",
          code: "not_found",
        });
      if (outcome.kind === "too-many-open")
        throw new ApiFailure({
          error:
            "Taking this back would leave somebody with more requests than the rules allow; an operator can do it",
          code: "too_many_open_requests",
        });
      const { change: undone, queue } = outcome;
      noteOperator(parts, { call, action: "took back a change of the queue", details: { undone } });
      return { undone, queue: [...queue] };
    },
  };
}

function byCaller({ caller }: Call): { readonly changedBy: string } {
  return { changedBy: requesterName(caller) };
}

function changed(outcome: PlayNextOutcome): QueueChanged {
  if ("queue" in outcome) return outcome;
  if (outcome.kind !== "not-found") throw new ApiFailure(explainRefusal(outcome));
  throw new ApiFailure({
    error: "There is no such entry in the queue",
    code: "not_found",
    field: "id",
  });
}

function noteClearing(
  security: SecurityLog,
  { call, removed }: { readonly call: Call; readonly removed: number },
): void {
  security.note({
    severity: "medium",
    eventType: "guest_queue_clear",
    description: `${requesterName(call.caller)} cleared a queue of ${removed}`,
    ipAddress: call.request.peer.address,
  });
}

/** Leaves a trace of what takes something away from those who asked. */
function noteOperator(
  { systemLog }: QueueHandlerParts,
  {
    call: { caller },
    action,
    details,
  }: {
    readonly call: Call;
    readonly action: string;
    readonly details: Readonly<Record<string, unknown>> | null;
  },
): void {
  if (isOperator(caller)) systemLog.noteOperatorAction({ who: caller, action, details });
}
