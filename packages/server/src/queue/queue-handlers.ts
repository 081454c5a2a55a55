import { type queueApi, queueUndoApi } from "@neonrelay/contract";
import { type Caller, isOperator, requesterName } from "../identity/rights-rules.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { type Call, feature, type HandlersFor } from "../http-kit/route.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { SecurityLog } from "../logs/security-log.ts";
import type { Settings } from "../settings/settings.ts";
import {
  clearQueue,
  moveInQueue,
  type QueueParts,
  removeFromQueue,
  shuffleQueue,
  undoQueue,
} from "./queue-actions.ts";
import { listQueue, type QueueChanged, type QueueOutcome } from "./queue-changes.ts";
import { createVisitorLimit } from "../limits/rate-limit.ts";
import type { Visitor } from "../identity/visitor.ts";
import { waitOf } from "../limits/wait-words.ts";

export interface QueueHandlerParts extends QueueParts {
  readonly settings: Pick<Settings, "current">;
  readonly security: SecurityLog;
  readonly systemLog: SystemLog;
}

/** All calls but requests, which have their own handlers. */
export function queueHandlers(
  parts: QueueHandlerParts,
  limit: QueueLimit,
): Omit<HandlersFor<typeof queueApi>, "addToQueue" | "playNext" | "listExpectedPlays"> {
  return {
    listQueue: () => listQueue(parts.database.connection),
    clearQueue: async (_request, call) => {
      limit.take(call);
      const { removed } = requireChanged(await clearQueue(parts, byCaller(call)));
      if (!isOperator(call.caller)) recordClearing(parts.security, { call, removed });
      recordOperator(parts, { call, action: "cleared the queue", details: { removed } });
      return { removed };
    },
    removeFromQueue: async ({ params }, call) => {
      limit.take(call);
      const { removed } = requireChanged(
        await removeFromQueue(parts, { ...params, ...byCaller(call) }),
      );
      recordOperator(parts, { call, action: "removed an entry from the queue", details: params });
      return { removed };
    },
    moveInQueue: async ({ params, body }, call) => {
      limit.take(call);
      const target = { id: params.id, position: body.position, ...byCaller(call) };
      return [...requireChanged(await moveInQueue(parts, target)).queue];
    },
  };
}

export const queueUndoFeature = feature(
  queueUndoApi,
  (parts: QueueHandlerParts & { readonly queueLimit: QueueLimit }) =>
    queueUndoHandlers(parts, parts.queueLimit),
);

function queueUndoHandlers(
  parts: QueueHandlerParts,
  limit: QueueLimit,
): HandlersFor<typeof queueUndoApi> {
  return {
    shuffleQueue: async (_request, call) => {
      limit.take(call);
      const { queue } = requireChanged(await shuffleQueue(parts, byCaller(call)));
      recordOperator(parts, { call, action: "shuffled the queue", details: null });
      return [...queue];
    },
    undoQueue: async (_request, call) => {
      limit.take(call);
      const { requestRules } = parts.settings.current;
      const maxOpenRequests = isOperator(call.caller) ? 0 : requestRules.maxOpenRequests;
      const outcome = await undoQueue(parts, { maxOpenRequests });
      if (outcome.kind === "nothing-to-undo")
        throw new ApiFailure({
          error: "There is nothing left to undo in the queue",
          code: "not_found",
        });
      if (outcome.kind === "too-many-open")
        throw new ApiFailure({
          error:
            "Undoing this would leave a requester with more open requests than the rules allow; an operator can undo it",
          code: "too_many_open_requests",
        });
      const { change: undone, queue } = outcome;
      recordOperator(parts, { call, action: "undid a queue change", details: { undone } });
      return { undone, queue: [...queue] };
    },
  };
}

function byCaller({ caller }: Call): { readonly changedBy: string } {
  return { changedBy: requesterName(caller) };
}

/** @throws ApiFailure when the entry does not exist */
export function requireChanged(outcome: QueueOutcome): QueueChanged {
  if (outcome.kind !== "not-found") return outcome;
  throw new ApiFailure({
    error: "No entry in the queue has that id",
    code: "not_found",
    field: "id",
  });
}

function recordClearing(
  security: SecurityLog,
  { call, removed }: { readonly call: Call; readonly removed: number },
): void {
  security.record({
    severity: "medium",
    eventType: "guest_queue_clear",
    description: `${requesterName(call.caller)} cleared a queue of ${removed}`,
    ipAddress: call.request.peer.address,
  });
}

/** Logs an operator's change that takes something away from requesters. */
function recordOperator(
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
  if (isOperator(caller)) systemLog.recordOperatorAction({ who: caller, action, details });
}

/** Changes of the queue, requests included, that a guest may make at once and on average. */
const CHANGES_AT_ONCE = 20;
const CHANGES_PER_SECOND = 1;

/** Limits how fast guests can change the queue. */
export interface QueueLimit {
  /** Counts a change. @throws ApiFailure when it comes too soon */
  take(by: { readonly caller: Caller; readonly visitor: Visitor }): void;
}

export function createQueueLimit(): QueueLimit {
  const limit = createVisitorLimit({
    burst: CHANGES_AT_ONCE,
    perSecond: CHANGES_PER_SECOND,
    nowMs: Date.now,
  });
  return {
    take: ({ caller, visitor }) => {
      const retryAtMs = isOperator(caller) ? null : limit.take(visitor);
      if (retryAtMs === null) return;
      throw new ApiFailure({
        error: `You are changing the queue too often; try again ${waitOf(retryAtMs - Date.now())}`,
        code: "too_many_requests",
        retryAt: new Date(retryAtMs).toISOString(),
      });
    },
  };
}
