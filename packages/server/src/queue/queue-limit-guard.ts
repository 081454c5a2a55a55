import { isOperator, type Caller } from "../identity/rights-rules.ts";
import { createVisitorLimit } from "../limits/visitor-limit.ts";
import type { Visitor } from "../identity/visitor.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { waitOf } from "../limits/wait-words.ts";

/** Changes of the queue, requests included, that a guest may make at once and on average. */
const BURST = 20;
const PER_SECOND = 1;

/** Limits how fast guests can change the queue. */
export interface QueueLimit {
  /** Counts a change. @throws ApiFailure when it comes too soon */
  take(by: { readonly caller: Caller; readonly visitor: Visitor }): void;
}

export function createQueueLimit(): QueueLimit {
  const limit = createVisitorLimit({ burst: BURST, perSecond: PER_SECOND, nowMs: Date.now });
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
