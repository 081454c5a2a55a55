import { QUEUE_LIMIT, type QueueItem } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Requester } from "../identity/visitor.ts";
import type { Connection, Database } from "../database/database.ts";
import { appendQueueItems, lockQueue } from "../queue/queue-store.ts";
import {
  findRequestHistory,
  findLibrarySize,
  insertRequest,
  listRecentTracks,
} from "./request-store.ts";
import { findTrack, type StoredTrack } from "../library/track-store.ts";
import { saveChange, toQueueItem } from "../queue/queue-changes.ts";
import { decideMove } from "../queue/queue-rules.ts";
import { findPlaylist } from "../playlists/playlist-store.ts";
import { listPlaylistTrackIds } from "../playlists/playlist-track-store.ts";
import type { Settings } from "../settings/settings.ts";
import type { StationEvents } from "../events/station-events.ts";
import {
  decideByShow,
  decideRequest,
  type RequestRefusal,
  type ShowRule,
} from "./request-rules.ts";
import { longestCooldownMs, type CooldownSituation } from "./cooldown-rules.ts";

export interface RequestParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly settings: Pick<Settings, "current">;
  readonly schedule: RequestSchedule;
}

/** How requests learn about the schedule. */
export interface RequestSchedule {
  showRule(nowMs: number): ShowRule;
}

/** A request for a track of the library, not yet decided. */
interface TrackRequest {
  readonly requester: Requester;
  readonly trackId: string;
  readonly place: "end" | "front";
  /** The search text that found the track; null: none. */
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

/** The only way to request a track, for both the web and IRC. */
export async function requestTrack(
  parts: RequestParts,
  request: TrackRequest,
): Promise<RequestOutcome> {
  const outcome = await parts.database.transaction((transaction) =>
    takeRequest(transaction, { parts, request }),
  );
  announceRequest(parts, { request, outcome });
  return outcome;
}

/** Decides and stores within a transaction; the caller announces it after the commit. */
export async function takeRequest(
  transaction: Connection,
  { parts, request }: { readonly parts: RequestParts; readonly request: TrackRequest },
): Promise<RequestOutcome> {
  const { requester, trackId } = request;
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
    isRequest: !requester.isOperator,
    isByOperator: requester.isOperator,
  };
  await appendQueueItems(transaction, { behind: places.length, places: [place] });
  await insertRequest(transaction, { entryId: place.id, trackId, requester, nowMs });
  if (request.place === "front")
    await saveChange(transaction, {
      name: "play-next",
      changedBy: requester.name,
      before: { places, addedEntryId: place.id },
      change: decideMove([...places, place], { id: place.id, position: 0 }),
    });
  const position = request.place === "front" ? 1 : places.length + 1;
  return { kind: "taken", item: toQueueItem({ ...place, track, position }) };
}

/** Announces a request, or what an operator added, which is none; call after the commit. */
export function announceRequest(
  { events }: Pick<RequestParts, "events">,
  { request, outcome }: { readonly request: TrackRequest; readonly outcome: RequestOutcome },
): void {
  if (outcome.kind !== "taken") return;
  const { title, artist } = outcome.item.track;
  events.publish({ type: "queue.changed" });
  if (request.requester.isOperator) return;
  events.publish({
    type: "track.requested",
    requestedBy: request.requester.name,
    title,
    artist,
    query: request.query ?? title,
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
  const byShow = await findShowRefusal(transaction, {
    rule: parts.schedule.showRule(nowMs),
    trackId: track.id,
    nowMs,
  });
  if (byShow !== null) return byShow;
  const rules = parts.settings.current.requestRules;
  const wanted = { trackId: track.id, artistKeys: track.artistKeys };
  const history = await findRequestHistory(transaction, { requester, rules, nowMs });
  const sinceMs = nowMs - longestCooldownMs(rules);
  const recent = await listRecentTracks(transaction, { sinceMs, nowMs });
  // The library is counted only when the answer may depend on it.
  const mayBeOnCooldown = recent.some(
    ({ trackId, artistKeys }) =>
      trackId === wanted.trackId || artistKeys.some((key) => wanted.artistKeys.includes(key)),
  );
  const cooldown: Pick<CooldownSituation, "recent" | "library"> = mayBeOnCooldown
    ? { recent, library: await findLibrarySize(transaction, recent) }
    : { recent: [], library: { tracks: 0, artists: 0, tracksByArtist: new Map() } };
  return decideRequest({ rules, nowMs, wanted, ...history, ...cooldown });
}

async function findShowRefusal(
  transaction: Connection,
  {
    rule,
    trackId,
    nowMs,
  }: { readonly rule: ShowRule; readonly trackId: string; readonly nowMs: number },
): Promise<RequestRefusal | null> {
  const { requests } = rule;
  if (requests.kind !== "playlist") return decideByShow(rule, null);
  const playlist = await findPlaylist(transaction, requests.playlistId);
  if (playlist === null) return decideByShow(rule, null);
  const { trackIds } = await listPlaylistTrackIds(transaction, playlist, nowMs);
  return decideByShow(rule, { name: playlist.name, hasTrack: trackIds.includes(trackId) });
}
