import type { ApiError } from "@neonrelay/contract";
import { plural, waitOf } from "../limits/wait-words.ts";
import type { RequestOutcome } from "./request-actions.ts";
import type { RequestRefusal } from "./request-rules.ts";

/** Why a request is not taken and until when: `error` is the sentence, the same on the web and on IRC. */
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
    case "track-on-cooldown": {
      const what = refusal.because === "requested" ? "asked for" : "on air";
      return `“${track.title}” was ${what} a short while ago; ask for it again ${waitOf(refusal.retryAtMs - nowMs)}, or for another track now`;
    }
    case "artist-on-cooldown":
      return `${track.artist} was asked for or on air a short while ago; ask again ${waitOf(refusal.retryAtMs - nowMs)}, or for somebody else now`;
    default:
      return refusal satisfies never;
  }
}
