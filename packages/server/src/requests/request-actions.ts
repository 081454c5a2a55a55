import { QUEUE_LIMIT, type QueueItem } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Requester } from "../identity/visitor.ts";
import type { Connection, Database } from "../database/database.ts";
import { appendQueueItems, lockQueue } from "../queue/queue-store.ts";
import { findAsked, findLibrarySize, insertRequest, listRecentTracks } from "./request-store.ts";
import { findTrack, type StoredTrack } from "../library/track-store.ts";
import { artistKeyOf, toTrack } from "../library/track-rules.ts";
import { saveChange } from "../queue/queue-changes.ts";
import { decideMove } from "../queue/queue-rules.ts";
import type { Settings } from "../settings/settings.ts";
import type { StationEvents } from "../events/station-events.ts";
import { decideRequest, type RequestRefusal } from "./request-rules.ts";
import { longestRestMs, type RestSituation } from "./rest-rules.ts";

export interface RequestParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly settings: Pick<Settings, "current">;
}

/** Somebody's wish to hear a track of the library. */
export interface Wish {
  readonly requester: Requester;
  readonly trackId: string;
  readonly place: "end" | "front";
  /** What was typed to find the track; null where nothing was typed. */
  readonly query: string | null;
}

export type RequestOutcome =
  | { readonly kind: "taken"; readonly item: QueueItem }
  | { readonly kind: "unknown-track" }
  | { readonly kind: "missing-file" }
  | { readonly kind: "full" }
  | {
      readonly kind: "refused";
      readonly refusal: RequestRefusal;
      readonly track: { readonly title: string; readonly artist: string };
      readonly nowMs: number;
    };

/** The one way into the queue, for the web and IRC alike. */
export async function requestTrack(parts: RequestParts, wish: Wish): Promise<RequestOutcome> {
  const outcome = await parts.database.transaction((transaction) =>
    takeRequest(transaction, { parts, wish }),
  );
  announceRequest(parts, { wish, outcome });
  return outcome;
}

/** Decides and stores within a transaction; whoever commits it announces it. */
export async function takeRequest(
  transaction: Connection,
  { parts, wish }: { readonly parts: RequestParts; readonly wish: Wish },
): Promise<RequestOutcome> {
  const { requester, trackId } = wish;
  const places = await lockQueue(transaction);
  const track = await findTrack(transaction, trackId);
  if (track === null) return { kind: "unknown-track" };
  if (track.missingSince !== null) return { kind: "missing-file" };
  if (places.length >= QUEUE_LIMIT) return { kind: "full" };
  const nowMs = Date.now();
  const refusal = requester.isOperator
    ? null
    : await findRefusal(transaction, { parts, requester, track, nowMs });
  if (refusal !== null) return { kind: "refused", refusal, track, nowMs };

  const place = {
    id: randomUUID(),
    trackId,
    requestedBy: requester.name,
    requesterKey: requester.key,
  };
  await appendQueueItems(transaction, { behind: places.length, places: [place] });
  await insertRequest(transaction, { entryId: place.id, trackId, requester, nowMs });
  if (wish.place === "front")
    await saveChange(transaction, {
      name: "play-next",
      changedBy: requester.name,
      before: { places, addedEntryId: place.id },
      change: decideMove([...places, place], { id: place.id, position: 0 }),
    });
  const position = wish.place === "front" ? 1 : places.length + 1;
  const item = { id: place.id, track: toTrack(track), position, requestedBy: requester.name };
  return { kind: "taken", item };
}

/** Tells everyone of a request, once it is committed. */
export function announceRequest(
  { events }: Pick<RequestParts, "events">,
  { wish, outcome }: { readonly wish: Wish; readonly outcome: RequestOutcome },
): void {
  if (outcome.kind !== "taken") return;
  const { title, artist } = outcome.item.track;
  events.publish({ type: "queue.changed" });
  events.publish({
    type: "track.requested",
    requestedBy: wish.requester.name,
    title,
    artist,
    query: wish.query ?? title,
  });
}

async function findRefusal(
  transaction: Connection,
  {
    parts,
    requester,
    track,
    nowMs,
  }: {
    readonly parts: RequestParts;
    readonly requester: Requester;
    readonly track: StoredTrack;
    readonly nowMs: number;
  },
): Promise<RequestRefusal | null> {
  const rules = parts.settings.current.requestRules;
  const wish = { trackId: track.id, artistKey: artistKeyOf(track.sortKey) };
  const asked = await findAsked(transaction, { requester, rules, nowMs });
  const sinceMs = nowMs - longestRestMs(rules);
  const recent = await listRecentTracks(transaction, { sinceMs, nowMs });
  // The library is counted only where the answer may depend on it.
  const mayRest = recent.some(
    ({ trackId, artistKey }) => trackId === wish.trackId || artistKey === wish.artistKey,
  );
  const rests: Pick<RestSituation, "recent" | "library"> = mayRest
    ? { recent, library: await findLibrarySize(transaction, recent) }
    : { recent: [], library: { tracks: 0, artists: 0, tracksByArtist: new Map() } };
  return decideRequest({ rules, nowMs, wish, ...asked, ...rests });
}
