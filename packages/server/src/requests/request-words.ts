import type { ApiError } from "@neonrelay/contract";
import type { RequestOutcome } from "./request-actions.ts";
import type { RequestRefusal } from "./request-rules.ts";

/** Why a wish is not taken and until when: `error` is the sentence, the same on the web and on IRC. */
export function explainRefusal(
  outcome: Exclude<RequestOutcome, { readonly kind: "taken" }>,
): ApiError {
  switch (outcome.kind) {
    case "unknown-track":
      return {
        error: "There is no such track in the library",
        code: "not_found",
        field: "trackId",
      };
    case "missing-file":
      return { error: "The file of this track is missing", code: "conflict" };
    case "full":
      return {
        error: "The queue is full; try again when some tracks have played",
        code: "queue_full",
      };
    case "refused": {
      const { refusal } = outcome;
      const error = describeRule(outcome);
      if (refusal.kind === "too-many-open") return { error, code: "too_many_open_requests" };
      const retryAt = new Date(refusal.retryAtMs).toISOString();
      return { error, code: "request_too_soon", retryAt };
    }
    default:
      return outcome satisfies never;
  }
}

function describeRule({
  refusal,
  track,
  nowMs,
}: {
  readonly refusal: RequestRefusal;
  readonly track: { readonly title: string; readonly artist: string };
  readonly nowMs: number;
}): string {
  switch (refusal.kind) {
    case "too-many-open":
      return refusal.whose === "requester"
        ? `You have ${plural(refusal.limit, "request")} waiting already; ask again when one has played`
        : `Your network has ${plural(refusal.limit, "request")} waiting already; ask again when some have played`;
    case "too-soon":
      return refusal.whose === "requester"
        ? `You asked for a track a short while ago; you may ask again ${waitOf(refusal.retryAtMs - nowMs)}`
        : `Your network asked for many tracks a short while ago; it may ask again ${waitOf(refusal.retryAtMs - nowMs)}`;
    case "track-rests": {
      const what = refusal.because === "requested" ? "asked for" : "on air";
      return `“${track.title}” was ${what} a short while ago; ask for it again ${waitOf(refusal.retryAtMs - nowMs)}, or for another track now`;
    }
    case "artist-rests":
      return `${track.artist} was asked for or on air a short while ago; ask again ${waitOf(refusal.retryAtMs - nowMs)}, or for somebody else now`;
    default:
      return refusal satisfies never;
  }
}

/** 'in 40 seconds', 'in 5 minutes', 'in 3 hours 20 minutes', 'in 2 days 4 hours'; rounded up. */
export function waitOf(waitMs: number): string {
  const seconds = Math.max(Math.ceil(waitMs / 1000), 1);
  if (seconds < 60) return `in ${plural(seconds, "second")}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `in ${plural(minutes, "minute")}`;
  if (minutes < 24 * 60)
    return `in ${pair([Math.floor(minutes / 60), "hour"], [minutes % 60, "minute"])}`;
  const hours = Math.ceil(minutes / 60);
  return `in ${pair([Math.floor(hours / 24), "day"], [hours % 24, "hour"])}`;
}

function pair(large: readonly [number, string], small: readonly [number, string]): string {
  return small[0] === 0 ? plural(...large) : `${plural(...large)} ${plural(...small)}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
