import type { StationSettings } from "@neonrelay/contract";

/** Kinds with a maximum age. */
export type AgingKind =
  | "chat"
  | "comments"
  | "history"
  | "securityEvents"
  | "listeningSessions"
  | "requests"
  | "sessions"
  | "scheduleEntries"
  | "holidays";

/** Kinds with a maximum number of rows, whatever their age. */
export type CountedKind =
  | "chat"
  | "comments"
  | "commentLikes"
  | "playLikes"
  | "requests"
  | "systemLogs"
  | "securityEvents"
  | "listeningSessions";

/** How many of the newest rows of a kind are kept; deleting a comment deletes its replies. */
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
  { kind: "listeningSessions", kept: 5_000_000 },
];

const DAY_MS = 24 * 60 * 60_000;
/** Longer than any request rule looks back. */
const REQUEST_DAYS = 8;
/** One-time entries and holidays: long enough that last year's can still be copied. */
const PAST_SCHEDULE_DAYS = 400;

/** The cut-off time for each kind; kinds kept forever are omitted. */
export function agedBefore(
  { retention, listeningSessionDays }: Pick<StationSettings, "retention" | "listeningSessionDays">,
  nowMs: number,
): readonly { readonly kind: AgingKind; readonly before: Date }[] {
  const days: readonly (readonly [AgingKind, number])[] = [
    ["chat", retention.chatDays],
    ["comments", retention.commentDays],
    ["history", retention.historyDays],
    ["securityEvents", retention.securityEventDays],
    ["listeningSessions", listeningSessionDays],
    ["requests", REQUEST_DAYS],
    ["scheduleEntries", PAST_SCHEDULE_DAYS],
    ["holidays", PAST_SCHEDULE_DAYS],
  ];
  return [
    ...days
      .filter(([, number]) => number > 0)
      .map(([kind, number]) => ({ kind, before: new Date(nowMs - number * DAY_MS) })),
    // For a session the time is its expiry.
    { kind: "sessions", before: new Date(nowMs) },
  ];
}
