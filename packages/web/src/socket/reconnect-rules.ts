export const MAX_ATTEMPTS = 5;
const NORMAL_CLOSURE = 1000;
const NEW_SERIES_MS = 60_000;

/** The socket's states, as the header and the tests name them. */
export type ConnectionState =
  | "DISCONNECTED"
  | "CONNECTING"
  | "CONNECTED"
  | "CLOSING"
  | "CLOSED"
  | "UNKNOWN";

export type ReconnectDecision =
  | { readonly kind: "retry"; readonly attempt: number; readonly delayMs: number }
  | { readonly kind: "give-up"; readonly newSeriesInMs: number }
  | { readonly kind: "stay-closed" };

/**
 * Decides what to do after a socket has closed.
 * @param attempts reconnects since the last socket that opened
 * @param random 0 to 1; spreads the next series, so that browsers do not return all at once
 */
export function decideReconnect(end: {
  readonly closeCode: number;
  readonly attempts: number;
  readonly random: number;
}): ReconnectDecision {
  if (end.closeCode === NORMAL_CLOSURE) return { kind: "stay-closed" };
  if (end.attempts >= MAX_ATTEMPTS) {
    return { kind: "give-up", newSeriesInMs: NEW_SERIES_MS * (0.8 + 0.4 * end.random) };
  }
  const attempt = end.attempts + 1;
  return { kind: "retry", attempt, delayMs: Math.min(10_000, 1000 * attempt) };
}

/**
 * The state of the socket in the specification's words.
 * @param readyState of the browser's socket; undefined if there is none
 */
export function connectionStateOf({
  readyState,
  hasGivenUp,
}: {
  readonly readyState: number | undefined;
  readonly hasGivenUp: boolean;
}): ConnectionState {
  if (readyState === undefined) return hasGivenUp ? "CLOSED" : "DISCONNECTED";
  return (["CONNECTING", "CONNECTED", "CLOSING", "CLOSED"] as const)[readyState] ?? "UNKNOWN";
}

/** Whether the socket has been lost, or the network is gone, since the page last heard what it shows. */
export function isStale({
  isOnline,
  state,
  lostAtMs,
  heardAtMs,
}: {
  readonly isOnline: boolean;
  readonly state: ConnectionState;
  /** undefined while there is a socket. */
  readonly lostAtMs: number | undefined;
  readonly heardAtMs: number;
}): boolean {
  return !isOnline || (state !== "CONNECTED" && lostAtMs !== undefined && heardAtMs <= lostAtMs);
}
