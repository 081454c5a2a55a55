import { MAX_PLAYLIST_TRACKS, type SourcePlaylist } from "@neonrelay/contract";
import type { Operator } from "../identity/rights-rules.ts";
import { createPlaylist, setPlaylistTracks } from "../playlists/playlist-actions.ts";
import type { MusicSourceParts } from "./music-source-actions.ts";
import { findSource } from "./music-source-store.ts";
import { findTracksOfSongs } from "./source-track-store.ts";
import { listSourcePlaylists, readSourcePlaylist } from "./subsonic-calls.ts";
import { SubsonicError } from "./subsonic-client.ts";
import { cleanTag } from "../library/track-rules.ts";

type Failure = { readonly kind: "unknown" } | { readonly kind: "failed"; readonly reason: string };

export type PlaylistImport =
  | {
      readonly kind: "imported";
      readonly playlistId: string;
      readonly tracks: number;
      /** Tracks not in the library yet. */
      readonly left: number;
    }
  | { readonly kind: "empty" }
  | { readonly kind: "name-taken"; readonly name: string }
  | { readonly kind: "too-many" }
  | Failure;

const LIMIT_MS = 30_000;
const MAX_NAME = 80;

export async function loadSourcePlaylists(
  { database }: MusicSourceParts,
  id: string,
): Promise<{ readonly kind: "listed"; readonly playlists: readonly SourcePlaylist[] } | Failure> {
  const source = await findSource(database.connection, id);
  if (source === undefined) return { kind: "unknown" };
  return await inWords(async () => {
    const playlists = await listSourcePlaylists(source, AbortSignal.timeout(LIMIT_MS));
    return { kind: "listed", playlists };
  });
}

/** Copies a playlist of a source, once: later changes at the source have no effect. */
export async function importPlaylist(
  parts: MusicSourceParts,
  {
    id,
    playlistId,
    by,
  }: { readonly id: string; readonly playlistId: string; readonly by: Operator },
): Promise<PlaylistImport> {
  const { connection } = parts.database;
  const source = await findSource(connection, id);
  if (source === undefined) return { kind: "unknown" };
  return await inWords(async () => {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const read = await readSourcePlaylist(source, { id: playlistId, signal });
    const remoteIds = read.remoteIds.slice(0, MAX_PLAYLIST_TRACKS);
    const found = await findTracksOfSongs(connection, { sourceId: source.id, remoteIds });
    const trackIds = found.filter((trackId) => trackId !== null);
    if (trackIds.length === 0) return { kind: "empty" };
    const left = read.remoteIds.length - trackIds.length;
    const name = cleanTag(read.name).slice(0, MAX_NAME) || source.name;
    return await save(parts, { name, description: `From ${source.name}`, trackIds, left, by });
  });
}

async function save(
  parts: MusicSourceParts,
  {
    name,
    description,
    trackIds,
    left,
    by,
  }: {
    readonly name: string;
    readonly description: string;
    readonly trackIds: readonly string[];
    readonly left: number;
    readonly by: Operator;
  },
): Promise<PlaylistImport> {
  const playlist = {
    name,
    description,
    order: "shuffled" as const,
    isSeparated: true,
    rule: null,
    // An operator decides when it plays.
    turn: { kind: "off" as const },
  };
  const created = await createPlaylist(parts, { playlist, by: by.caller });
  if (created.kind === "name-taken") return { kind: "name-taken", name };
  if (created.kind === "too-many") return { kind: "too-many" };
  if (created.kind !== "stored") throw new Error(`a new playlist is ${created.kind}`);
  const { id, version } = created.playlist;
  const filled = await setPlaylistTracks(parts, {
    id,
    tracks: { trackIds: [...trackIds], version },
    by: by.caller,
  });
  if (filled.kind !== "stored") throw new Error(`the tracks of a new playlist are ${filled.kind}`);
  return { kind: "imported", playlistId: id, tracks: trackIds.length, left };
}

async function inWords<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | Failure> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SubsonicError)) throw error;
    return { kind: "failed", reason: error.message };
  }
}
