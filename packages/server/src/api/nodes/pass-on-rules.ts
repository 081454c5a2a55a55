import { isHeaderOfPassed } from "./passed-peer.ts";

/** Connection headers, which a proxy does not pass on: RFC 9110 §7.6.1. Node handles `expect` itself. */
const ofOneConnection: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
]);

/**
 * Kept even if Connection names them: without a length the holder would take the body for the next request, and without
 * host or origin it would judge a different call [RFC 9110 §7.6.1].
 */
const forTheHolder: ReadonlySet<string> = new Set(["content-length", "host", "origin", "cookie"]);

/**
 * Headers to pass on: without connection headers and those reserved for nodes.
 * @param rawHeaders names and values in turn
 */
export function headersToPass(rawHeaders: readonly string[]): readonly string[] {
  const named = valuesOf(rawHeaders, "connection").flatMap((value) =>
    value.split(",").map((name) => name.trim().toLowerCase()),
  );
  const kept: string[] = [];
  for (let place = 0; place + 1 < rawHeaders.length; place += 2) {
    const [name = "", value = ""] = rawHeaders.slice(place, place + 2);
    const folded = name.toLowerCase();
    const isNamed = named.includes(folded) && !forTheHolder.has(folded);
    if (ofOneConnection.has(folded) || isNamed || isHeaderOfPassed(folded)) continue;
    kept.push(name, value);
  }
  return kept;
}

function valuesOf(rawHeaders: readonly string[], wanted: string): readonly string[] {
  return rawHeaders.filter(
    (_, place) => place % 2 === 1 && rawHeaders[place - 1]?.toLowerCase() === wanted,
  );
}

/** A call as described by its request line and headers. */
interface Call {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * Tells the holder where the body ends. Node adds no such header to a GET or DELETE with a body.
 * @returns names and values in turn
 */
export function frameOf({ headers }: Pick<Call, "headers">): readonly string[] {
  return headers["transfer-encoding"] === undefined ? [] : ["transfer-encoding", "chunked"];
}

export function hasBody({ headers }: Pick<Call, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Whether an unanswered call can be sent again: it changes nothing and is still complete. */
export function isRepeatable(call: Call): boolean {
  return (call.method === "GET" || call.method === "HEAD") && !hasBody(call);
}

/** Outcome of a call sent to the holder. */
type PassOutcome = "answered" | "not-sent" | "unanswered";

/** Next step for a call. */
type PassDecision = "done" | "again" | "tell-unsure";

export function decideAfter(outcome: PassOutcome, call: Call): PassDecision {
  switch (outcome) {
    case "answered":
      return "done";
    case "not-sent":
      return "again";
    case "unanswered":
      return isRepeatable(call) ? "again" : "tell-unsure";
    default:
      return outcome satisfies never;
  }
}

/** Why a call can't be passed on. */
export type PassRefusal = "no-holder" | "no-database" | "unsure" | "too-many";

export function wordRefusal(refusal: PassRefusal): string {
  switch (refusal) {
    case "no-holder":
      return "The station's server is being replaced; try again soon. Nothing was changed";
    case "no-database":
      return "The station's database is not responding; try again soon. Nothing was changed";
    case "unsure":
      return "The station's server stopped before it answered, so this may or may not have been done: check before you try again";
    case "too-many":
      return "Too many browsers are connected; try again later";
    default:
      return refusal satisfies never;
  }
}
