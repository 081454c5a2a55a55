import type { Retention } from "@neonrelay/contract";

/** What is not kept for ever. */
export type AgingKind =
  | "chat"
  | "comments"
  | "history"
  | "securityEvents"
  | "requests"
  | "sessions";

const DAY_MS = 24 * 60 * 60_000;
/** Longer than any request rule looks back. */
const REQUEST_DAYS = 8;

/** From before which moment each kind is to be deleted; what is kept for ever is not listed. */
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
  ];
  return [
    ...days
      .filter(([, number]) => number > 0)
      .map(([kind, number]) => ({ kind, before: new Date(nowMs - number * DAY_MS) })),
    // Of a session it is its end that counts.
    { kind: "sessions", before: new Date(nowMs) },
  ];
}
