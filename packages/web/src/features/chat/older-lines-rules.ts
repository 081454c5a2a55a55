import type { ChatMessage } from "@neonrelay/contract/callers";

/**
 * The newest messages and the older ones loaded before them, without gaps: if the newest start with an unknown message,
 * nothing older stays.
 */
export function withOlder(
  older: readonly ChatMessage[],
  newest: readonly ChatMessage[],
): readonly ChatMessage[] {
  const first = newest[0]?.id;
  const at = older.findIndex(({ id }) => id === first);
  return at > 0 ? [...older.slice(0, at), ...newest] : newest;
}
