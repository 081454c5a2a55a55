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
      return refuseUrl("This is not a stream's address; it must begin with https:// or http://");
    case "not-http":
      return refuseUrl("Only http and https addresses can be added");
    case "has-credentials":
      return refuseUrl("Remove the user name and password from the address: listeners can see it");
    case "unknown-host":
      return refuseUrl("No server has that name; check the address");
    case "not-public":
      return refuseUrl("The address is in a private network; you can only add public streams");
    case "no-answer":
      throw new ApiFailure({
        error: "Looking up the server's name took too long; try again soon",
        code: "unavailable",
      });
    case "known":
      throw new ApiFailure({
        error: `This stream is already in the library as '${refusal.title}'`,
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
