import {
  MAX_PLAYLISTS,
  MAX_PLAYLIST_TRACKS,
  type ImportedPlaylist,
  type Playlist,
  type PlaylistFileFormat,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Connection } from "../../database/database.ts";
import { lockUntilEnd } from "../../database/transaction-locks.ts";
import type { Caller } from "../../identity/rights-rules.ts";
import { listMusicFolders } from "../../library/music-folder-store.ts";
import { foldText } from "../../library/track-rules.ts";
import { carryOut, loadPlaylistTracks, type PlaylistParts } from "../playlist-actions.ts";
import { countPlaylists, findPlaylist, insertPlaylist, isNameTaken } from "../playlist-store.ts";
import { savePlaylistTracks } from "../playlist-entry-store.ts";
import { findCandidates } from "./candidate-store.ts";
import { cleanText, type FileEntry } from "./file-playlist.ts";
import { relativePath } from "./file-places.ts";
import { searchFor, type Candidate } from "./match-rules.ts";
import { readPlaylistFile, type PlaylistReading } from "./read-playlist-file.ts";
import { writePlaylistFile } from "./write-playlist-file.ts";

export interface PlaylistFileParts extends PlaylistParts {
  readonly config: { readonly dataDir: string; readonly musicDirs: readonly string[] };
}

export type ImportOutcome =
  | { readonly kind: "imported"; readonly imported: ImportedPlaylist }
  | Exclude<PlaylistReading, { readonly kind: "read" }>
  | { readonly kind: "too-many-playlists" };

/** All entries and their matches. */
type Sorted = Omit<ImportedPlaylist, "playlist"> & { readonly trackIds: readonly string[] };

const LONGEST_NAME = 80;
const MAX_SAME_NAMES = MAX_PLAYLISTS + 1;

/** Creates a playlist from the entries found in the library. It is off until an operator sets when it plays. */
export async function importPlaylistFile(
  parts: PlaylistFileParts,
  {
    bytes,
    fileName,
    by,
  }: { readonly bytes: Uint8Array; readonly fileName: string; readonly by: Caller },
): Promise<ImportOutcome> {
  const reading = readPlaylistFile(bytes, fileName);
  if (reading.kind !== "read") return reading;
  const { title, entries } = reading.playlist;
  const roots = await musicRoots(parts);
  const { trackIds, ...found } = await sortEntries(parts, { entries, roots });
  if (trackIds.length === 0) return { kind: "imported", imported: { playlist: null, ...found } };
  const wanted = title ?? cleanText(path.parse(fileName).name) ?? "Imported playlist";
  const playlist = await storeImported(parts, { name: wanted, trackIds, by });
  if (playlist === null) return { kind: "too-many-playlists" };
  return { kind: "imported", imported: { playlist, ...found } };
}

/** @returns null when the playlist does not exist */
export async function exportPlaylistFile(
  parts: PlaylistFileParts,
  {
    id,
    format,
    paths,
  }: {
    readonly id: string;
    readonly format: PlaylistFileFormat;
    readonly paths: "relative" | "absolute";
  },
): Promise<{ readonly name: string; readonly text: string } | null> {
  const playlist = await findPlaylist(parts.database.connection, id);
  const tracks = await loadPlaylistTracks(parts, { id, limit: MAX_PLAYLIST_TRACKS });
  if (playlist === null || tracks === null) return null;
  const roots = await musicRoots(parts);
  const written = tracks.map((track) => ({
    ...track,
    path: paths === "relative" ? relativePath(track.path, roots) : track.path,
  }));
  const text = writePlaylistFile({ title: playlist.name, tracks: written }, format);
  return { name: playlist.name, text };
}

/** All music folders of the station. */
export async function musicRoots({
  database,
  config,
}: PlaylistFileParts): Promise<readonly string[]> {
  const imported = await listMusicFolders(database.connection);
  return [path.join(config.dataDir, "music"), ...config.musicDirs, ...imported].map((root) =>
    path.resolve(root),
  );
}

/** Matches entries to tracks, keeping order and duplicates, and lists the entries without a match. */
export async function sortEntries(
  { database }: PlaylistFileParts,
  { entries, roots }: { readonly entries: readonly FileEntry[]; readonly roots: readonly string[] },
): Promise<Sorted> {
  const searches = entries.map((entry) => searchFor(entry, roots));
  const candidates = await findCandidates(database.connection, searches);
  const foundBy = { path: 0, name: 0, tags: 0 };
  const found: Candidate[] = [];
  const leftOut: ImportedPlaylist["leftOut"] = [];
  for (const [index, search] of searches.entries()) {
    const match = candidates.match(search);
    const place = { position: index + 1, text: textOf(search.entry) };
    if (match.kind === "left-out") leftOut.push({ ...place, reason: match.reason });
    else {
      found.push(match.track);
      foundBy[match.by] += 1;
    }
  }
  const away = new Set(found.flatMap(({ id, isAway }) => (isAway ? id : [])));
  return {
    trackIds: found.map(({ id }) => id),
    entryCount: entries.length,
    foundBy,
    awayCount: away.size,
    leftOut,
  };
}

/** @returns null when the station already has the maximum number of playlists */
async function storeImported(
  parts: PlaylistFileParts,
  {
    name: wanted,
    trackIds,
    by,
  }: { readonly name: string; readonly trackIds: readonly string[]; readonly by: Caller },
): Promise<Playlist | null> {
  const id = randomUUID();
  const details = { playlist: wanted, tracks: trackIds.length };
  const told = { id, by, action: "imported a playlist", details };
  const outcome = await carryOut(parts, told, async (transaction) => {
    await lockUntilEnd(transaction, "playlists");
    if ((await countPlaylists(transaction)) >= MAX_PLAYLISTS) return { kind: "too-many" };
    const name = await freeName(transaction, wanted);
    await insertPlaylist(transaction, {
      id,
      name,
      nameKey: foldText(name),
      description: "",
      order: "ordered",
      turn: { kind: "off" },
      isSeparated: true,
      rule: null,
    });
    const [gone] = await savePlaylistTracks(transaction, { playlistId: id, trackIds });
    return gone === undefined ? null : { kind: "unknown-track", trackId: gone };
  });
  if (outcome.kind === "stored") return outcome.playlist;
  if (outcome.kind === "too-many") return null;
  throw new Error(`an imported playlist could not be stored: ${outcome.kind}`);
}

/** The name, numbered when another playlist has it. */
async function freeName(connection: Connection, wanted: string): Promise<string> {
  for (let number = 1; number <= MAX_SAME_NAMES; number += 1) {
    const end = number === 1 ? "" : ` (${number})`;
    const name = `${wanted
      .slice(0, LONGEST_NAME - end.length)
      .toWellFormed()
      .trim()}${end}`;
    const nameKey = foldText(name);
    if (!(await isNameTaken(connection, { id: randomUUID(), nameKey }))) return name;
  }
  throw new Error("no free name, though there is room for a playlist");
}

/** The entry as text, for the list of unmatched entries. */
function textOf({ artist, title, location }: FileEntry): string {
  const tags = [artist, title].filter((part) => part !== null).join(" - ");
  return tags === "" ? (cleanText(location) ?? "An entry without a name") : tags;
}
