import {
  MAX_PLAYLISTS,
  MAX_PLAYLIST_TRACKS,
  type NewPlaylist,
  type Playlist,
  type PlaylistChange,
  type PlaylistTracks,
  type SmartRule,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Connection, Database } from "../database/database.ts";
import { lockUntilEnd } from "../database/transaction-locks.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { Caller } from "../identity/rights-rules.ts";
import { foldText } from "../library/track-rules.ts";
import type { StoredTrack } from "../library/track-store.ts";
import type { SystemLog } from "../logs/system-log.ts";
import {
  decideAdditions,
  decideEntries,
  entriesOfTracks,
  type WantedEntry,
} from "./playlist-entry-rules.ts";
import { listEntries, savePlaylistEntries } from "./playlist-entry-store.ts";
import {
  countPlaylists,
  deletePlaylist,
  findPlaylist,
  insertPlaylist,
  isNameTaken,
  listStoredPlaylists,
  lockPlaylist,
  savePlaylist,
  type StoredPlaylist,
} from "./playlist-store.ts";
import {
  countHandPickedTracks,
  countPlaylistTracks,
  countSmartTracks,
  listPlaylistTracks,
  type ListedTrack,
  type TrackTotals,
} from "./playlist-track-store.ts";

export interface PlaylistParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly systemLog: SystemLog;
}

export type PlaylistOutcome =
  | { readonly kind: "stored"; readonly playlist: Playlist }
  | { readonly kind: "unknown" }
  | { readonly kind: "name-taken" }
  | { readonly kind: "too-many" }
  /** Someone else has changed it in the meantime. */
  | { readonly kind: "outdated" }
  /** A smart playlist finds its tracks by its rule. */
  | { readonly kind: "by-rule" }
  | { readonly kind: "unknown-track"; readonly trackId: string }
  | { readonly kind: "unknown-entry"; readonly entryId: string }
  /** It would exceed the maximum number of tracks. */
  | { readonly kind: "full"; readonly wanted: number };

const MAX_TRIED = 50;

export async function loadPlaylists({ database }: PlaylistParts): Promise<readonly Playlist[]> {
  const { connection } = database;
  const stored = await listStoredPlaylists(connection);
  const handPicked = await countHandPickedTracks(connection);
  const smart = await countSmartTracks(
    connection,
    stored.flatMap(({ id, rule }) => (rule === null ? [] : { id, rule })),
    Date.now(),
  );
  const none: TrackTotals = { trackCount: 0, durationMs: 0 };
  return stored.map((playlist) =>
    toPlaylist(playlist, smart.get(playlist.id) ?? handPicked.get(playlist.id) ?? none),
  );
}

/** @returns its first tracks; null when the playlist does not exist */
export async function loadPlaylistTracks(
  { database: { connection } }: Pick<PlaylistParts, "database">,
  { id, limit }: { readonly id: string; readonly limit: number },
): Promise<readonly ListedTrack[] | null> {
  const playlist = await findPlaylist(connection, id);
  if (playlist === null) return null;
  const page = { nowMs: Date.now(), limit };
  return await listPlaylistTracks(connection, playlist, page);
}

export async function tryRule(
  { database: { connection } }: Pick<PlaylistParts, "database">,
  rule: SmartRule,
): Promise<TrackTotals & { readonly tracks: readonly StoredTrack[] }> {
  const nowMs = Date.now();
  const source = { id: randomUUID(), rule };
  const totals = await countPlaylistTracks(connection, source, nowMs);
  const page = { nowMs, limit: MAX_TRIED };
  return { ...totals, tracks: await listPlaylistTracks(connection, source, page) };
}

export async function createPlaylist(
  parts: PlaylistParts,
  { playlist, by }: { readonly playlist: NewPlaylist; readonly by: Caller },
): Promise<PlaylistOutcome> {
  const id = randomUUID();
  const details = { playlist: playlist.name };
  return await carryOut(
    parts,
    { id, by, action: "made a playlist", details },
    async (transaction) => {
      await lockUntilEnd(transaction, "playlists");
      if ((await countPlaylists(transaction)) >= MAX_PLAYLISTS) return { kind: "too-many" };
      const nameKey = foldText(playlist.name);
      if (await isNameTaken(transaction, { id, nameKey })) return { kind: "name-taken" };
      await insertPlaylist(transaction, { id, nameKey, ...playlist });
      return null;
    },
  );
}

export async function changePlaylist(
  parts: PlaylistParts,
  {
    id,
    change: wanted,
    by,
  }: {
    readonly id: string;
    readonly change: PlaylistChange;
    readonly by: Caller;
  },
): Promise<PlaylistOutcome> {
  const { version, ...columns } = wanted;
  const told = { id, by, action: "changed a playlist", details: { ...columns } };
  return await carryOut(parts, told, async (transaction) => {
    const stored = await lockPlaylist(transaction, id);
    if (stored === null) return { kind: "unknown" };
    if (stored.version !== version) return { kind: "outdated" };
    const nameKey = foldText(columns.name ?? stored.name);
    if (await isNameTaken(transaction, { id, nameKey })) return { kind: "name-taken" };
    await savePlaylist(transaction, id, { ...columns, nameKey });
    return null;
  });
}

export async function setPlaylistTracks(
  parts: PlaylistParts,
  {
    id,
    tracks: { entries, trackIds = [], version },
    by,
  }: {
    readonly id: string;
    readonly tracks: PlaylistTracks;
    readonly by: Caller;
  },
): Promise<PlaylistOutcome> {
  const details = { tracks: (entries ?? trackIds).length };
  const told = { id, by, action: "changed the tracks of a playlist", details };
  return await carryOut(parts, told, async (transaction) => {
    const stored = await lockPlaylist(transaction, id);
    if (stored === null) return { kind: "unknown" };
    if (stored.version !== version) return { kind: "outdated" };
    if (stored.rule !== null) return { kind: "by-rule" };
    const before = await listEntries(transaction, id);
    if (entries === undefined)
      return await storeEntries(transaction, { id, entries: entriesOfTracks(before, trackIds) });
    const decision = decideEntries(before, entries);
    return decision.kind === "decided"
      ? await storeEntries(transaction, { id, entries: decision.entries })
      : decision;
  });
}

type AddOutcome =
  | Exclude<PlaylistOutcome, { readonly kind: "stored" }>
  | {
      readonly kind: "added";
      readonly playlist: Playlist;
      readonly added: number;
      /** Tracks it already had. */
      readonly presentIds: readonly string[];
    };

/** Appends tracks. Concurrent calls both get their tracks in, as far as there is room. */
export async function addPlaylistTracks(
  parts: PlaylistParts,
  {
    id,
    trackIds,
    addsRepeats,
    by,
  }: {
    readonly id: string;
    readonly trackIds: readonly string[];
    readonly addsRepeats: boolean;
    readonly by: Caller;
  },
): Promise<AddOutcome> {
  let decision: ReturnType<typeof decideAdditions> = { added: [], presentIds: [] };
  const details = { tracks: trackIds.length };
  const told = { id, by, action: "added tracks to a playlist", details };
  const outcome = await carryOut(parts, told, async (transaction) => {
    const stored = await lockPlaylist(transaction, id);
    if (stored === null) return { kind: "unknown" };
    if (stored.rule !== null) return { kind: "by-rule" };
    const before = await listEntries(transaction, id);
    decision = decideAdditions(before, { trackIds, addsRepeats });
    if (decision.added.length === 0) return null;
    const entries = [...before, ...entriesOfTracks([], decision.added)];
    return await storeEntries(transaction, { id, entries });
  });
  if (outcome.kind !== "stored") return outcome;
  const { added, presentIds } = decision;
  return { kind: "added", playlist: outcome.playlist, added: added.length, presentIds };
}

async function storeEntries(
  transaction: Connection,
  { id, entries }: { readonly id: string; readonly entries: readonly WantedEntry[] },
): Promise<Refusal | null> {
  if (entries.length > MAX_PLAYLIST_TRACKS) return { kind: "full", wanted: entries.length };
  const [trackId] = await savePlaylistEntries(transaction, { playlistId: id, entries });
  if (trackId !== undefined) return { kind: "unknown-track", trackId };
  await savePlaylist(transaction, id, {});
  return null;
}

/** How playlists learn about their uses; the schedule implements it. */
export interface PlaylistUses {
  /** Clocks and shows that use a playlist, in words; locked until the transaction ends. */
  findPlaylistUses(transaction: Connection, id: string): Promise<readonly string[]>;
}

type PlaylistRemoval =
  | { readonly kind: "removed" }
  | { readonly kind: "unknown" }
  | { readonly kind: "in-use"; readonly by: string };

/** Removes a playlist that is not used by any clock or show. */
export async function removePlaylist(
  { database, events, systemLog, schedule }: PlaylistParts & { readonly schedule: PlaylistUses },
  { id, by }: { readonly id: string; readonly by: Caller },
): Promise<PlaylistRemoval> {
  const removal = await database.transaction<PlaylistRemoval>(async (transaction) => {
    const uses = await schedule.findPlaylistUses(transaction, id);
    if (uses.length > 0) return { kind: "in-use", by: uses.join(", ") };
    return (await deletePlaylist(transaction, id)) ? { kind: "removed" } : { kind: "unknown" };
  });
  if (removal.kind !== "removed") return removal;
  systemLog.recordOperatorAction({ who: by, action: "removed a playlist", details: { id } });
  events.publish({ type: "playlists.changed" });
  return removal;
}

type Refusal = Exclude<PlaylistOutcome, { readonly kind: "stored" }>;

/** Makes a change, announces it and returns the updated playlist. */
export async function carryOut(
  { database, events, systemLog }: PlaylistParts,
  told: {
    readonly id: string;
    readonly by: Caller;
    readonly action: string;
    readonly details: Readonly<Record<string, unknown>>;
  },
  store: (transaction: Connection) => Promise<Refusal | null>,
): Promise<PlaylistOutcome> {
  const outcome = await database.transaction<PlaylistOutcome>(async (transaction) => {
    const refusal = await store(transaction);
    if (refusal !== null) return refusal;
    const stored = await findPlaylist(transaction, told.id);
    if (stored === null) return { kind: "unknown" };
    const totals = await countPlaylistTracks(transaction, stored, Date.now());
    return { kind: "stored", playlist: toPlaylist(stored, totals) };
  });
  if (outcome.kind !== "stored") return outcome;
  const { by: who, action, details } = told;
  systemLog.recordOperatorAction({ who, action, details: { id: told.id, ...details } });
  events.publish({ type: "playlists.changed" });
  return outcome;
}

function toPlaylist(stored: StoredPlaylist, totals: TrackTotals): Playlist {
  const { id, name, description, order, turn, isSeparated, rule, version } = stored;
  const { trackCount, durationMs } = totals;
  return { id, name, description, order, turn, isSeparated, rule, version, trackCount, durationMs };
}
