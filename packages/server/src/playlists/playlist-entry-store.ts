import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { tracks } from "../library/library-tables.ts";
import { isPlayable } from "../library/track-store.ts";
import { entriesOfTracks, type PlaylistEntry, type WantedEntry } from "./playlist-entry-rules.ts";
import { playlistTracks } from "./playlist-tables.ts";

/** The entries of a hand-picked playlist; `isListed`: the track can be played. */
export async function listEntries(
  connection: Connection,
  playlistId: string,
): Promise<readonly (PlaylistEntry & { readonly isListed: boolean })[]> {
  return await connection
    .select({
      id: playlistTracks.id,
      trackId: playlistTracks.trackId,
      isListed: sql<boolean>`${isPlayable}`,
    })
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .where(eq(playlistTracks.playlistId, playlistId))
    .orderBy(asc(playlistTracks.position), asc(playlistTracks.id));
}

/** Replaces the entries of a hand-picked playlist. @returns unknown track ids; if there are any, nothing has changed */
export async function savePlaylistEntries(
  transaction: Connection,
  {
    playlistId,
    entries,
  }: { readonly playlistId: string; readonly entries: readonly WantedEntry[] },
): Promise<readonly string[]> {
  const wanted = [...new Set(entries.map(({ trackId }) => trackId))];
  const found = wanted.length === 0 ? new Set() : await findIds(transaction, wanted);
  const unknown = wanted.filter((id) => !found.has(id));
  if (unknown.length > 0) return unknown;
  await transaction.delete(playlistTracks).where(eq(playlistTracks.playlistId, playlistId));
  for (let start = 0; start < entries.length; start += ROWS_AT_ONCE) {
    const rows = entries.slice(start, start + ROWS_AT_ONCE);
    await transaction.insert(playlistTracks).values(
      rows.map(({ id, trackId }, index) => ({
        id,
        trackId,
        playlistId,
        position: start + index,
      })),
    );
  }
  return [];
}

/** Replaces its tracks, reusing their entries. @returns as {@link savePlaylistEntries} */
export async function savePlaylistTracks(
  transaction: Connection,
  { playlistId, trackIds }: { readonly playlistId: string; readonly trackIds: readonly string[] },
): Promise<readonly string[]> {
  const stored = await listEntries(transaction, playlistId);
  const entries = entriesOfTracks(stored, trackIds);
  return await savePlaylistEntries(transaction, { playlistId, entries });
}

/** A statement takes at most 65,535 parameters. */
const ROWS_AT_ONCE = 5000;

async function findIds(
  transaction: Connection,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .select({ id: tracks.id })
    .from(tracks)
    .where(inArray(tracks.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}
