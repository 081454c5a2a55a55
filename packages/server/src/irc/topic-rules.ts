/** Networks take this much for a topic; what they cut off would look like another topic. */
const MAX_TOPIC_BYTES = 290;
/** Between two changes of the topic, in ms: networks slow down or end who changes it more often. */
export const TOPIC_INTERVAL_MS = 60_000;

type TopicDecision =
  | { readonly kind: "nothing" }
  | { readonly kind: "wait"; readonly waitMs: number }
  | { readonly kind: "set"; readonly topic: string };

/** While the topic follows the show the bot owns it: what differs is set back, once a minute at most. */
export function decideTopic({
  wanted,
  present,
  setAtMs,
  nowMs,
}: {
  readonly wanted: string;
  /** undefined: not known, or none. */
  readonly present: string | undefined;
  /** When the bot set one last; null: not since it came. */
  readonly setAtMs: number | null;
  readonly nowMs: number;
}): TopicDecision {
  if (wanted === present) return { kind: "nothing" };
  const waitMs = setAtMs === null ? 0 : setAtMs + TOPIC_INTERVAL_MS - nowMs;
  // Don't wait longer when the clock was set back.
  return waitMs > 0 && waitMs <= TOPIC_INTERVAL_MS
    ? { kind: "wait", waitMs }
    : { kind: "set", topic: wanted };
}

/** The parts that are not empty, in one line that every network takes whole. */
export function joinTopic(parts: readonly string[]): string {
  const shown = parts.filter((part) => part !== "");
  for (let count = shown.length; count > 1; count -= 1) {
    const topic = shown.slice(0, count).join(" · ");
    if (Buffer.byteLength(topic) <= MAX_TOPIC_BYTES) return topic;
  }
  return shown[0] ?? "";
}
