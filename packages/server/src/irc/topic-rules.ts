/** Topic length that networks accept; a cut topic would look like a different one. */
const MAX_TOPIC_BYTES = 290;
/** Minimum interval between topic changes, in ms: networks throttle or disconnect clients that change it more often. */
export const TOPIC_INTERVAL_MS = 60_000;

type TopicDecision =
  | { readonly kind: "nothing" }
  | { readonly kind: "wait"; readonly waitMs: number }
  | { readonly kind: "set"; readonly topic: string };

/** While the topic follows the show it belongs to the bot: a different topic is set back, at most once a minute. */
export function decideTopic({
  wanted,
  present,
  setAtMs,
  nowMs,
}: {
  readonly wanted: string;
  /** undefined: unknown or none. */
  readonly present: string | undefined;
  /** When the bot last set one; null: not since it joined. */
  readonly setAtMs: number | null;
  readonly nowMs: number;
}): TopicDecision {
  if (wanted === present) return { kind: "nothing" };
  const waitMs = setAtMs === null ? 0 : setAtMs + TOPIC_INTERVAL_MS - nowMs;
  // A clock that was set back must not make it wait longer.
  return waitMs > 0 && waitMs <= TOPIC_INTERVAL_MS
    ? { kind: "wait", waitMs }
    : { kind: "set", topic: wanted };
}

/** Joins the non-empty parts into one line that every network accepts whole. */
export function joinTopic(parts: readonly string[]): string {
  const shown = parts.filter((part) => part !== "");
  for (let count = shown.length; count > 1; count -= 1) {
    const topic = shown.slice(0, count).join(" · ");
    if (Buffer.byteLength(topic) <= MAX_TOPIC_BYTES) return topic;
  }
  return shown[0] ?? "";
}
