import type { ApiError } from "@neonrelay/contract";
import { plural, waitOf } from "../limits/wait-words.ts";
import type { RequestOutcome } from "./request-actions.ts";
import type { RequestRefusal } from "./request-rules.ts";

/** Why a request is refused and until when: `error` is the sentence, the same on the web and on IRC. */
export function explainRefusal(
  outcome: Exclude<RequestOutcome, { readonly kind: "taken" }>,
): ApiError {
  switch (outcome.kind) {
    case "unknown-track":
      return {
        error: "The library has no such track",
        code: "not_found",
        field: "trackId",
      };
    case "missing-file":
      return { error: "This track's file is missing", code: "conflict" };
    case "full":
      return {
        error: "The queue is full; try again after a few tracks have played",
        code: "queue_full",
      };
    case "refused": {
      const { refusal } = outcome;
      const error = describeRule(outcome);
      if (refusal.kind === "closed-by-show") return { error, code: "conflict" };
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
    case "closed-by-show": {
      const { showName, until, playlistName } = refusal;
      return playlistName === null
        ? `Requests are closed during ${showName}, until ${until}`
        : `During ${showName}, until ${until}, you can request tracks of “${playlistName}” only`;
    }
    case "too-many-open":
      return refusal.whose === "requester"
        ? `You have ${plural(refusal.limit, "request")} waiting; request another when one has played`
        : `Your network has ${plural(refusal.limit, "request")} waiting; request another when some have played`;
    case "too-soon":
      return refusal.whose === "requester"
        ? `You requested a track recently; you can request another ${waitOf(refusal.retryAtMs - nowMs)}`
        : `Your network requested many tracks recently; you can request another ${waitOf(refusal.retryAtMs - nowMs)}`;
    case "track-on-cooldown": {
      const what = refusal.because === "requested" ? "requested" : "on air";
      return `“${track.title}” was ${what} recently; you can request it again ${waitOf(refusal.retryAtMs - nowMs)}, or another track now`;
    }
    case "artist-on-cooldown":
      return `${track.artist} was requested or on air recently; you can request this artist again ${waitOf(refusal.retryAtMs - nowMs)}, or another artist now`;
    default:
      return refusal satisfies never;
  }
}
