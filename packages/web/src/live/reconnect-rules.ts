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

/**
 * Where the socket of a page can be, to be tried in this order. A localhost address without a port means the default
 * port 5000 as well, but only after the page's own host: a station served on port 80 answers there.
 */
export function socketUrls(page: {
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly port: string;
}): readonly [string, ...string[]] {
  const scheme = page.protocol === "https:" ? "wss" : "ws";
  const own = `${scheme}://${page.host}/ws`;
  const isPortless = page.hostname === "localhost" && page.port === "";
  return isPortless ? [own, `${scheme}://localhost:5000/ws`] : [own];
}
