import type { Track } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Requester } from "../identity/visitor.ts";
import { addStreamTrack } from "../library/track-store.ts";
import { announceRequest, takeRequest, type RequestParts } from "../requests/request-actions.ts";
import {
  checkStreamAddress,
  type LookUpAddresses,
  type StreamAddress,
} from "@neonrelay/process/stream-address";
import { artistColumns } from "../library/artist-rules.ts";
import { cleanTag, searchTextOf, sortKeyOf, toTrack } from "../library/track-rules.ts";

export interface StreamParts extends RequestParts {
  readonly lookUp: LookUpAddresses;
}

export type StreamAddition =
  | { readonly kind: "added"; readonly track: Track }
  /** @param title its title in the library */
  | { readonly kind: "known"; readonly title: string }
  | Exclude<StreamAddress, { kind: "public" }>;

/** Adds an external stream to the library and, unless it is full, to the queue. */
export async function addExternalStream(
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
