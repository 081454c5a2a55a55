import { playbackApi, radioApi, type RadioState, type RadioStateChange } from "@neonrelay/contract";
import { ApiFailure, nothingInReach } from "../http-kit/api-failure.ts";
import { roleMayNot, signInFirst } from "../identity/rights-rules.ts";
import { feature, operatorOf, type Call, type HandlersFor } from "../http-kit/route.ts";
import { orApiFailure } from "../on-air-link/link-failures.ts";
import { crossfade, fade, restartTrack, skipTrack } from "./playback-actions.ts";
import { loadHistory, loadNowPlaying, loadRadioState } from "./radio-actions.ts";
import { changeRadio, type ControlParts } from "./radio-change-actions.ts";
import { streamInfoFor } from "./stream-control-handlers.ts";

export const radioFeature = feature(radioApi, radioHandlers);

function radioHandlers(parts: ControlParts): HandlersFor<typeof radioApi> {
  return {
    getRadioState: () => loadRadioState(parts),
    putRadioState: ({ body }, call) => changed(parts, { change: body, call }),
    getNowPlaying: () => loadNowPlaying(parts),
    getHistory: ({ query }) =>
      loadHistory(parts, { beforeMs: query.before ?? null, limit: query.limit }),
    crossfade: async ({ body }, call) => {
      refuseWhileLive(parts);
      const order = { playId: body?.playId, who: call.caller };
      return { crossfaded: await orApiFailure(crossfade(parts, order)) };
    },
    fadeOut: async (_request, call) => ({
      faded: await orApiFailure(fade(parts, { direction: "out", by: operatorOf(call) })),
    }),
    fadeIn: async (_request, call) => ({
      faded: await orApiFailure(fade(parts, { direction: "in", by: operatorOf(call) })),
    }),
    skip: async ({ body }, call) => {
      refuseWhileLive(parts);
      const order = { playId: body?.playId, who: call.caller };
      return { skipped: await orApiFailure(skipTrack(parts, order)) };
    },
    restart: async (_request, call) => {
      refuseWhileLive(parts);
      return { restarted: await orApiFailure(restartTrack(parts, { by: operatorOf(call) })) };
    },
    getStreamInfo: (_request, call) => streamInfoFor(parts, call),
    getStreamSession: async ({ params }) => {
      const session = await orApiFailure(parts.link.run("session", { cid: params.cid }));
      if (session === null)
        throw new ApiFailure({ error: "No listener has that connection id", code: "not_found" });
      return { cid: params.cid, startMs: session.startMs };
    },
  };
}

export const playbackFeature = feature(playbackApi, playbackHandlers);

function playbackHandlers(parts: ControlParts): HandlersFor<typeof playbackApi> {
  return {
    emergencyStop: (_request, call) =>
      changed(parts, { change: { isPlaying: false, volume: 0 }, call }),
  };
}

async function changed(
  parts: ControlParts,
  { change, call }: { readonly change: RadioStateChange; readonly call: Call },
): Promise<RadioState> {
  const outcome = await changeRadio(parts, { change, by: operatorOf(call) });
  switch (outcome.kind) {
    case "sign-in-first":
      throw new ApiFailure(signInFirst);
    case "role-may-not":
      throw new ApiFailure(roleMayNot);
    case "out-of-reach":
      throw new ApiFailure(nothingInReach);
    case "changed":
      return outcome.state;
    default:
      return outcome satisfies never;
  }
}

/** A DJ is not a track, so these calls don't apply: DJs are disconnected or left alone. */
function refuseWhileLive({ link }: ControlParts): void {
  if (link.status?.now?.kind !== "live") return;
  throw new ApiFailure({
    error: "A DJ is on air; disconnect them to play the next track",
    code: "conflict",
  });
}
