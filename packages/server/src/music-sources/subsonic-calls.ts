import type { SourcePlaylist } from "@neonrelay/contract";
import * as z from "zod/mini";
import {
  albumListSchema,
  albumSchema,
  artistsSchema,
  playlistSchema,
  playlistsSchema,
  scanStatusSchema,
} from "./subsonic-answers.ts";
import { askSubsonic, SubsonicError, type SubsonicServer } from "./subsonic-client.ts";
import { isUsableId, sourceNames, toSourceSong, type SourceSong } from "./subsonic-rules.ts";

/** Albums per page; the API allows 500. */
const ALBUMS_PER_PAGE = 100;
const MAX_ALBUM_SONGS = 5000;
const MAX_PLAYLISTS_SHOWN = 1000;

/** What the server says about its whole library. */
interface SourceCheck {
  /** It is scanning its folders, so its lists may be incomplete. */
  readonly isScanning: boolean;
  /** Changes with the library; null: the server offers nothing that reveals changes. */
  readonly stamp: string | null;
}

/** @throws SubsonicError */
export async function pingSource(server: SubsonicServer, signal: AbortSignal): Promise<void> {
  await askSubsonic(server, { method: "ping", signal }, z.unknown());
}

/** @throws SubsonicError when the server does not respond, or refuses us */
export async function checkSource(
  server: SubsonicServer,
  signal: AbortSignal,
): Promise<SourceCheck> {
  const scan = await orNull(
    askSubsonic(server, { method: "getScanStatus", signal }, scanStatusSchema),
  );
  const artists = await orNull(
    askSubsonic(server, { method: "getArtists", signal }, artistsSchema),
  );
  const { lastScan, count, scanning } = scan?.scanStatus ?? {};
  const lastModified = artists?.artists?.lastModified;
  const hasStamp = (lastScan ?? lastModified ?? null) !== null;
  return {
    isScanning: scanning === true,
    stamp: hasStamp ? `${lastScan ?? ""} ${count ?? ""} ${lastModified ?? ""}` : null,
  };
}

/** @returns null when the server lacks the call, or the account may not make it */
async function orNull<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SubsonicError && error.concerns === "request") return null;
    throw error;
  }
}

/** Ids of albums ordered by name; empty past the end. @throws SubsonicError */
export async function listSourceAlbums(
  server: SubsonicServer,
  { offset, signal }: { readonly offset: number; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const parameters = {
    type: "alphabeticalByName",
    size: String(ALBUMS_PER_PAGE),
    offset: String(offset),
  };
  const answer = await askSubsonic(
    server,
    { method: "getAlbumList2", parameters, signal },
    albumListSchema,
  );
  const ids = (answer.albumList2?.album ?? []).map(({ id }) => id).filter(isUsableId);
  return ids.slice(0, ALBUMS_PER_PAGE);
}

/** The songs of an album; empty when it has been deleted. @throws SubsonicError */
export async function listAlbumSongs(
  server: SubsonicServer,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<readonly SourceSong[]> {
  const answer = await orNull(
    askSubsonic(server, { method: "getAlbum", parameters: { id }, signal }, albumSchema),
  );
  if (answer === null) return [];
  const { coverArt, song } = answer.album;
  const album = { artists: sourceNames(answer.album), coverId: coverArt ?? null };
  const songs = new Map<string, SourceSong>();
  for (const one of song.slice(0, MAX_ALBUM_SONGS)) {
    const usable = toSourceSong(one, album);
    if (usable !== null) songs.set(usable.remoteId, usable);
  }
  return [...songs.values()];
}

/** @throws SubsonicError */
export async function listSourcePlaylists(
  server: SubsonicServer,
  signal: AbortSignal,
): Promise<readonly SourcePlaylist[]> {
  const answer = await askSubsonic(server, { method: "getPlaylists", signal }, playlistsSchema);
  return (answer.playlists?.playlist ?? [])
    .filter(({ id }) => isUsableId(id))
    .slice(0, MAX_PLAYLISTS_SHOWN)
    .map(({ id, name, songCount }) => ({
      id,
      name: name ?? id,
      trackCount: Math.max(0, Math.round(songCount ?? 0)),
    }));
}

/** @throws SubsonicError */
export async function readSourcePlaylist(
  server: SubsonicServer,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<{ readonly name: string; readonly remoteIds: readonly string[] }> {
  const { playlist } = await askSubsonic(
    server,
    { method: "getPlaylist", parameters: { id }, signal },
    playlistSchema,
  );
  return { name: playlist.name ?? id, remoteIds: playlist.entry.map((entry) => entry.id) };
}
