import type { SourceReply } from "./icecast-protocol.ts";

/** Why an output is not connected. */
export type OutputFailure =
  /** No connection, or no answer. */
  | { readonly kind: "unreachable"; readonly detail: string }
  | { readonly kind: "refused"; readonly reply: Extract<SourceReply, { kind: "refused" }> }
  /** It is in a private network and not allowed. */
  | { readonly kind: "not-allowed"; readonly host: string }
  /** It was on air for that long, in ms, and broke off. */
  | { readonly kind: "broken"; readonly detail: string; readonly flowedMs: number };

export type Retry =
  | {
      readonly kind: "retry";
      readonly delayMs: number;
      readonly triesInARow: number;
      /** It has just started to fail. */
      readonly isNews: boolean;
    }
  /** Retrying is no use: a setting has to change. */
  | { readonly kind: "stop"; readonly isNews: true };

const DELAYS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000] as const;
const JITTER = 0.2;
/** Icecast keeps a dead source for up to ten seconds, and refuses its mount as taken that long. */
const TAKEN_DELAY_MS = 3000;
/** A connection this long clears earlier failures. */
const WELL_AFTER_MS = 60_000;
const UNAUTHORIZED = 401;

/**
 * When to retry: after 1, 2, 4, 8, 15 and then every 30 s, each within 20 %; never after a wrong password, since a
 * server may ban a client that keeps guessing.
 * @param triesInARow failures so far without a lasting connection
 * @param random at least 0, below 1
 */
export function decideRetry({
  failure,
  triesInARow,
  random,
}: {
  readonly failure: OutputFailure;
  readonly triesInARow: number;
  readonly random: number;
}): Retry {
  if (isUnauthorized(failure)) return { kind: "stop", isNews: true };
  const wasWell = failure.kind === "broken" && failure.flowedMs >= WELL_AFTER_MS;
  const tries = wasWell ? 0 : triesInARow;
  const delayMs = isTaken(failure)
    ? TAKEN_DELAY_MS
    : (DELAYS_MS[Math.min(tries, DELAYS_MS.length - 1)] ?? TAKEN_DELAY_MS);
  const jitter = 1 + JITTER * (2 * random - 1);
  return {
    kind: "retry",
    delayMs: Math.round(delayMs * jitter),
    triesInARow: tries + 1,
    isNews: tries === 0,
  };
}

/** What is wrong, as a sentence that says what to do if something can be done. */
export function explainFailure(failure: OutputFailure): string {
  switch (failure.kind) {
    case "unreachable":
      return `The server can't be reached (${failure.detail})`;
    case "broken":
      return `The connection broke off (${failure.detail})`;
    case "not-allowed":
      return `${failure.host} is in a private network: a super_admin allows it in Settings, Streaming, under 'Allowed private hosts'`;
    case "refused":
      return explainRefusal(failure.reply);
    default:
      return failure satisfies never;
  }
}

function explainRefusal(reply: Extract<SourceReply, { kind: "refused" }>): string {
  switch (reply.reason) {
    case "mount-in-use":
      return "Another source is on this mount";
    case "no-icecast":
      return "That is not an Icecast server: check host and port";
    case "status":
      return reply.status === UNAUTHORIZED
        ? "The server refuses user name or password: correct them to try again"
        : `The server refuses the source (status ${reply.status})`;
    default:
      return reply satisfies never;
  }
}

function isTaken(failure: OutputFailure): boolean {
  return failure.kind === "refused" && failure.reply.reason === "mount-in-use";
}

function isUnauthorized(failure: OutputFailure): boolean {
  if (failure.kind !== "refused") return false;
  return failure.reply.reason === "status" && failure.reply.status === UNAUTHORIZED;
}
