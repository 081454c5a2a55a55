import { type Track, externalStreamsApi } from "@neonrelay/contract";
import { type Requester, toRequester } from "../identity/visitor.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { randomUUID } from "node:crypto";
import { addStreamTrack } from "../library/track-store.ts";
import { announceRequest, type RequestParts, takeRequest } from "../requests/request-actions.ts";
import {
  checkStreamAddress,
  lookUpAddresses,
  type LookUpAddresses,
  type StreamAddress,
} from "@neonrelay/process/stream-address";
import { artistColumns } from "../library/artist-rules.ts";
import { cleanTag, searchTextOf, sortKeyOf, toTrack } from "../library/track-rules.ts";

export const externalStreamFeature = feature(externalStreamsApi, (parts: RequestParts) =>
  streamHandlers({ ...parts, lookUp: lookUpAddresses }),
);

function streamHandlers(parts: StreamParts): HandlersFor<typeof externalStreamsApi> {
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

interface StreamParts extends RequestParts {
  readonly lookUp: LookUpAddresses;
}

type StreamAddition =
  | { readonly kind: "added"; readonly track: Track }
  /** @param title its title in the library */
  | { readonly kind: "known"; readonly title: string }
  | Exclude<StreamAddress, { kind: "public" }>;

/** Adds an external stream to the library and, unless it is full, to the queue. */
async function addExternalStream(
  parts: StreamParts,
  {
    stream,
    requester,
  }: {
    readonly stream: { readonly url: string; readonly title: string; readonly artist: string };
    readonly requester: Requester;
  },
): Promise<StreamAddition> {
  const { allowedStreamHosts } = parts.settings.current;
  const rules = { lookUp: parts.lookUp, allowedHosts: allowedStreamHosts };
  const address = await checkStreamAddress(stream.url, rules);
  if (address.kind !== "public") return address;
  const artist = artistColumns([cleanTag(stream.artist)]);
  const tags = { title: cleanTag(stream.title), ...artist, album: null };
  const added = await parts.database.transaction(async (transaction) => {
    const addition = await addStreamTrack(transaction, {
      id: randomUUID(),
      url: address.url.href,
      ...tags,
      sortKey: sortKeyOf(tags),
      searchText: searchTextOf({ ...tags, genre: null, year: null }),
    });
    if (addition.kind === "known") return { kind: "known", track: addition.track } as const;
    const trackId = addition.track.id;
    const request = { requester, trackId, place: "end", query: null } as const;
    const outcome = await takeRequest(transaction, { parts, request });
    return { kind: "added", track: addition.track, request, outcome } as const;
  });
  if (added.kind === "known") return { kind: "known", title: added.track.title };
  parts.events.publish({ type: "library.changed" });
  announceRequest(parts, added);
  return { kind: "added", track: toTrack(added.track) };
}
