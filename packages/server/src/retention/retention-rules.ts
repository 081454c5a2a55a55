import type { Retention } from "@neonrelay/contract";

/** What is not kept for ever. */
export type AgingKind =
  | "chat"
  | "comments"
  | "history"
  | "securityEvents"
  | "requests"
  | "sessions"
  | "scheduleEntries"
  | "holidays";

/** What is kept to a number of rows, whatever its age. */
export type CountedKind =
  | "chat"
  | "comments"
  | "commentLikes"
  | "playLikes"
  | "requests"
  | "systemLogs"
  | "securityEvents";

/** How many of the newest rows of a kind are kept; a comment that goes takes its replies along. */
export interface RowsKept {
  readonly kind: CountedKind;
  readonly kept: number;
}

export const rowsKept: readonly RowsKept[] = [
  { kind: "chat", kept: 100_000 },
  { kind: "comments", kept: 50_000 },
  { kind: "commentLikes", kept: 100_000 },
  { kind: "playLikes", kept: 100_000 },
  { kind: "requests", kept: 100_000 },
  { kind: "systemLogs", kept: 50_000 },
  { kind: "securityEvents", kept: 50_000 },
];

const DAY_MS = 24 * 60 * 60_000;
/** Longer than any request rule looks back. */
const REQUEST_DAYS = 8;
/** What was on once, and days off that came once: last year's are still there to copy, and then they make room. */
const PAST_SCHEDULE_DAYS = 400;

/** The moment before which each kind is deleted; kinds that are kept for ever are not listed. */
export function agedBefore(
  retention: Retention,
  nowMs: number,
): readonly { readonly kind: AgingKind; readonly before: Date }[] {
  const days: readonly (readonly [AgingKind, number])[] = [
    ["chat", retention.chatDays],
    ["comments", retention.commentDays],
    ["history", retention.historyDays],
    ["securityEvents", retention.securityEventDays],
    ["requests", REQUEST_DAYS],
    ["scheduleEntries", PAST_SCHEDULE_DAYS],
    ["holidays", PAST_SCHEDULE_DAYS],
  ];
  return [
    ...days
      .filter(([, number]) => number > 0)
      .map(([kind, number]) => ({ kind, before: new Date(nowMs - number * DAY_MS) })),
    // Of a session it is its end that counts.
    { kind: "sessions", before: new Date(nowMs) },
  ];
}
