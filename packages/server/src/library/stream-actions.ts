import type { Track } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { addStreamTrack } from "../database/track-store.ts";
import type { StationEvents } from "../station-events.ts";
import { checkStreamAddress, type LookUpAddresses, type StreamAddress } from "./stream-address.ts";
import { cleanTag, searchTextOf, sortKeyOf, toTrack } from "./track-rules.ts";

export interface StreamParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly lookUp: LookUpAddresses;
}

export type StreamAddition =
  | { readonly kind: "added"; readonly track: Track }
  /** @param title under which it is in the library */
  | { readonly kind: "known"; readonly title: string }
  | Exclude<StreamAddress, { kind: "public" }>;

/** Puts somebody else's stream into the library; nothing connects to it yet. */
export async function addExternalStream(
  { database, events, lookUp }: StreamParts,
  stream: { readonly url: string; readonly title: string; readonly artist: string },
): Promise<StreamAddition> {
  const address = await checkStreamAddress(stream.url, lookUp);
  if (address.kind !== "public") return address;
  const tags = { title: cleanTag(stream.title), artist: cleanTag(stream.artist), album: null };
  const addition = await addStreamTrack(database.connection, {
    id: randomUUID(),
    url: address.url.href,
    ...tags,
    sortKey: sortKeyOf(tags),
    searchText: searchTextOf(tags),
  });
  if (addition.kind === "known") return { kind: "known", title: addition.track.title };
  events.publish({ type: "library.changed" });
  return { kind: "added", track: toTrack(addition.track) };
}
