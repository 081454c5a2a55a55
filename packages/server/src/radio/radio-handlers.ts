import type { radioApi } from "@neonrelay/contract";
import { ApiFailure } from "../http/api-failure.ts";
import { hostnameOf } from "../http/origin-rules.ts";
import type { HandlersFor } from "../http/route.ts";
import { CommandRefusedError, LinkDownError } from "../on-air-link.ts";
import {
  changeRadio,
  loadHistory,
  loadNowPlaying,
  loadRadioState,
  loadStreamInfo,
  type RadioParts,
} from "./radio-actions.ts";

/** Skip ends what is on air with a fade this long. */
const SKIP_FADE_MS = 500;

export function radioHandlers(parts: RadioParts): HandlersFor<typeof radioApi> {
  return {
    getRadioState: () => loadRadioState(parts),
    putRadioState: ({ body }) => changeRadio(parts, body),
    getNowPlaying: () => loadNowPlaying(parts),
    getHistory: ({ query }) =>
      loadHistory(parts, { beforeMs: query.before ?? null, limit: query.limit }),
    skip: () => asked(parts.link.run("skip", { fadeMs: SKIP_FADE_MS })),
    restart: () => asked(parts.link.run("restart", {})),
    getStreamInfo: async (_request, { request }) =>
      (await loadStreamInfo(parts))(hostnameOf(request.peer.host) ?? "localhost"),
    getStreamSession: async ({ params }) => {
      const session = await asked(parts.link.run("session", { cid: params.cid }));
      if (session === null)
        throw new ApiFailure({ error: "No listener has that connection id", code: "not_found" });
      return { cid: params.cid, startMs: session.startMs };
    },
  };
}

/** What on-air can't or won't do, in the words of a call. */
async function asked<Output>(answer: Promise<Output>): Promise<Output> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LinkDownError)
      throw new ApiFailure({ error: error.message, code: "unavailable" });
    if (error instanceof CommandRefusedError)
      throw new ApiFailure({ error: error.message, code: "conflict" });
    throw error;
  }
}
