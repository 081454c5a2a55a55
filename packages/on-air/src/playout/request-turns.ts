import type { PlanItem, QueueEntry } from "../protocol/index.ts";

const HOUR_MS = 60 * 60_000;
/** A play is noted up to this long before it is heard. What lies further ahead is from a clock that was wrong. */
const AHEAD_MS = 60_000;

/** What decides whether a waiting request may begin. */
export interface RequestLimit {
  /** When requests began, wall clock. */
  readonly requestStartsMs: readonly number[];
  /** null: no limit. */
  readonly requestsPerHour: number | null;
  readonly nowMs: number;
}

/** When the requests of the last 60 minutes began, oldest first. */
export function startsOfHour(startsMs: readonly number[], nowMs: number): readonly number[] {
  return startsMs
    .filter((atMs) => atMs > nowMs - HOUR_MS && atMs < nowMs + AHEAD_MS)
    .toSorted((a, b) => a - b);
}

/** [P37] Whether another request may begin. */
export function isWithinLimit({ requestStartsMs, requestsPerHour, nowMs }: RequestLimit): boolean {
  return requestsPerHour === null || startsOfHour(requestStartsMs, nowMs).length < requestsPerHour;
}

/**
 * [P36] Entries that may come before or in place of an item of the plan, soonest first. What is no request may always.
 * @param item null: none is left
 */
export function admittedEntries(
  queue: readonly QueueEntry[],
  { item, limit }: { readonly item: PlanItem | null; readonly limit: RequestLimit },
): readonly QueueEntry[] {
  if (item?.requests !== "behind" && isWithinLimit(limit)) return queue;
  return queue.filter(({ isRequest }) => !isRequest);
}
