import { streamApi } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { hostnameOf } from "../http-kit/origin-rules.ts";
import { feature, operatorOf, type Call, type HandlersFor } from "../http-kit/route.ts";
import { loadStreamInfo } from "./radio-actions.ts";
import type { ControlParts } from "./radio-change-actions.ts";
import { configureStream, startStream, stopStream } from "./stream-control-actions.ts";
import {
  noSuchBitrate,
  noSuchMountBitrate,
  noSuchSampleRate,
} from "../settings/stream-format-failures.ts";

export const streamControlFeature = feature(streamApi, streamControlHandlers);

function streamControlHandlers(parts: ControlParts): HandlersFor<typeof streamApi> {
  return {
    startStream: async ({ body }, call) => {
      const by = operatorOf(call);
      const outcome = await startStream(parts, { audioSource: body?.audioSource, by });
      switch (outcome.kind) {
        case "unknown-source":
          throw new ApiFailure({
            error: "audioSource: choose one of the sources listed in the stream information",
            code: "invalid_request",
            field: "audioSource",
          });
        case "not-answering":
          throw notAnswering("the stream starts");
        case "on-air": {
          const { streamUrl } = await streamInfoFor(parts, call);
          return { streamUrl, notice: outcome.notice };
        }
        default:
          return outcome satisfies never;
      }
    },
    stopStream: async (_request, call) => {
      const outcome = await stopStream(parts, { by: operatorOf(call) });
      if (outcome.kind === "not-answering") throw notAnswering("the stream stops");
      return { stopped: true };
    },
    configureStream: async ({ body }, call) => {
      const { mounts = {}, ...format } = body;
      const outcome = await configureStream(parts, { format, mounts, by: operatorOf(call) });
      switch (outcome.kind) {
        case "no-such-sample-rate":
          throw noSuchSampleRate(outcome);
        case "no-such-bitrate":
          throw noSuchBitrate(outcome);
        case "no-such-mount-bitrate":
          throw noSuchMountBitrate(outcome);
        case "not-answering":
          throw notAnswering("the change is kept and takes effect");
        case "on-air":
          return await streamInfoFor(parts, call);
        default:
          return outcome satisfies never;
      }
    },
  };
}

/** The stream information for the caller, based on the host name it used. */
export async function streamInfoFor(parts: ControlParts, { request }: Call) {
  return (await loadStreamInfo(parts))(hostnameOf(request.peer.host) ?? "localhost");
}

/** @param what will happen, to be followed by when */
function notAnswering(what: string): ApiFailure {
  return new ApiFailure({
    error: `The stream engine can't be reached; ${what} as soon as it answers`,
    code: "unavailable",
  });
}
