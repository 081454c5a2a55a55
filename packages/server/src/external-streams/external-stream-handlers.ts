import type { externalStreamsApi } from "@neonrelay/contract";
import { toRequester } from "../identity/visitor.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { HandlersFor } from "../http-kit/route.ts";
import {
  addExternalStream,
  type StreamAddition,
  type StreamParts,
} from "./external-stream-actions.ts";

export function streamHandlers(parts: StreamParts): HandlersFor<typeof externalStreamsApi> {
  return {
    addExternalStream: async ({ body }, { caller, visitor }) => {
      const requester = toRequester(caller, visitor);
      const addition = await addExternalStream(parts, { stream: body, requester });
      if (addition.kind !== "added") return refuse(addition);
      return { track: addition.track, title: addition.track.title };
    },
  };
}

function refuse(refusal: Exclude<StreamAddition, { kind: "added" }>): never {
  switch (refusal.kind) {
    case "not-an-address":
      return refuseUrl("This is not the address of a stream; it begins with https:// or http://");
    case "not-http":
      return refuseUrl("Only http and https addresses can be added");
    case "has-credentials":
      return refuseUrl("Leave the user name and password out of the address: listeners see it");
    case "unknown-host":
      return refuseUrl("There is no server of that name; check the address");
    case "not-public":
      return refuseUrl(
        "The address leads into a private network; only public streams can be added",
      );
    case "no-answer":
      throw new ApiFailure({
        error: "The name of the server could not be looked up in time; try again soon",
        code: "unavailable",
      });
    case "known":
      throw new ApiFailure({
        error: `This stream is in the library already, as '${refusal.title}'`,
        code: "conflict",
        field: "url",
      });
    default:
      return refusal satisfies never;
  }
}

function refuseUrl(error: string): never {
  throw new ApiFailure({ error, code: "invalid_request", field: "url" });
}
