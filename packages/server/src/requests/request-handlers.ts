import type { queueApi } from "@neonrelay/contract";
import { toRequester } from "../identity/visitor.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { HandlersFor } from "../http-kit/route.ts";
import { requireChanged } from "../queue/queue-handlers.ts";
import type { QueueLimit } from "../queue/queue-limit-guard.ts";
import { playNext } from "./play-next.ts";
import { requestTrack, type RequestParts } from "./request-actions.ts";
import { explainRefusal } from "./request-words.ts";

/** The calls that request a track. */
export function requestHandlers(
  parts: RequestParts,
  limit: QueueLimit,
): Pick<HandlersFor<typeof queueApi>, "addToQueue" | "playNext"> {
  return {
    addToQueue: async ({ body }, call) => {
      limit.take(call);
      const requester = toRequester(call.caller, call.visitor);
      const wanted = { requester, trackId: body.trackId, place: "end", query: null } as const;
      const outcome = await requestTrack(parts, wanted);
      if (outcome.kind === "taken") return outcome.item;
      throw new ApiFailure(explainRefusal(outcome));
    },
    playNext: async ({ params }, call) => {
      limit.take(call);
      const requester = toRequester(call.caller, call.visitor);
      const outcome = await playNext(parts, { id: params.id, requester });
      if ("queue" in outcome || outcome.kind === "not-found")
        return [...requireChanged(outcome).queue];
      throw new ApiFailure(explainRefusal(outcome));
    },
  };
}
