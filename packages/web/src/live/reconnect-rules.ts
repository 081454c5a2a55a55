export const MAX_ATTEMPTS = 5;
const NORMAL_CLOSURE = 1000;
const NEW_SERIES_MS = 60_000;

/** What the header and the tests call the states of the socket. */
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
 * What follows the end of a socket.
 * @param attempts reconnects already made since the last one that opened
 * @param random 0 to 1; spreads the new series so that browsers do not return all at once
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

/** Where the socket of a page is. A localhost address without a port means the default port 5000. */
export function socketUrl(page: {
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly port: string;
}): string {
  const scheme = page.protocol === "https:" ? "wss" : "ws";
  const host = page.hostname === "localhost" && page.port === "" ? "localhost:5000" : page.host;
  return `${scheme}://${host}/ws`;
}
