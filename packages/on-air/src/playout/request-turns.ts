import type { PlanItem, QueueEntry } from "../protocol/index.ts";

const HOUR_MS = 60 * 60_000;
/** A play is recorded up to this long before it is heard. Anything further ahead is from a clock that was wrong. */
const AHEAD_MS = 60_000;

/** What decides whether a waiting request may start. */
export interface RequestLimit {
  /** When requests started, wall clock. */
  readonly requestStartsMs: readonly number[];
  /** null: no limit. */
  readonly requestsPerHour: number | null;
  readonly nowMs: number;
}

/** When the requests of the last 60 minutes started, oldest first. */
export function startsOfHour(startsMs: readonly number[], nowMs: number): readonly number[] {
  return startsMs
    .filter((atMs) => atMs > nowMs - HOUR_MS && atMs < nowMs + AHEAD_MS)
    .toSorted((a, b) => a - b);
}

/** [P37] Whether another request may start. */
export function isWithinLimit({ requestStartsMs, requestsPerHour, nowMs }: RequestLimit): boolean {
  return requestsPerHour === null || startsOfHour(requestStartsMs, nowMs).length < requestsPerHour;
}

/**
 * [P36] Entries that may come before or instead of an item of the plan, soonest first. Entries other than requests
 * always may.
 * @param item null: none is left
 */
export function admittedEntries(
  queue: readonly QueueEntry[],
  { item, limit }: { readonly item: PlanItem | null; readonly limit: RequestLimit },
): readonly QueueEntry[] {
  if (item?.requests !== "behind" && isWithinLimit(limit)) return queue;
  return queue.filter(({ isRequest }) => !isRequest);
}
