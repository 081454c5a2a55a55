import { CHAT_MESSAGE_LIMIT } from "@neonrelay/contract/callers";

/** RFC 2812 §2.3: a line has 512 bytes with its CR LF; about 120 are for sender and channel. */
const TEXT_BYTES = 390;
/** Below this number the remaining characters show. */
const TELL_BELOW = 100;

/** The hint for a long message; undefined for a short message. */
export function lengthHint(text: string): string | undefined {
  const bytes = new TextEncoder().encode(text).length;
  const lines = Math.ceil(bytes / TEXT_BYTES);
  const left = CHAT_MESSAGE_LIMIT - text.length;
  const hints = [
    ...(left < TELL_BELOW ? [`${left} left`] : []),
    ...(lines > 1 ? [`about ${lines} lines on IRC (${bytes} bytes)`] : []),
  ];
  return hints.length === 0 ? undefined : hints.join(" · ");
}
