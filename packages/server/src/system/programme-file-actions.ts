import { MAX_PLAYLISTS } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../database/database.ts";
import { foldText } from "../library/track-rules.ts";
import type { Actor } from "../logs/system-log-rules.ts";
import { relativePath } from "../playlists/files/file-places.ts";
import {
  musicRoots,
  sortEntries,
  type PlaylistFileParts,
} from "../playlists/files/playlist-file-actions.ts";
import {
  insertPlaylist,
  listStoredPlaylists,
  savePlaylist,
  type StoredPlaylist,
} from "../playlists/playlist-store.ts";
import { listKeptTracks, savePlaylistTracks } from "../playlists/playlist-track-store.ts";
import type { ProgrammeFile, ProgrammeFilePlaylist } from "./programme-file.ts";

/** What an import does with a playlist of the file. */
export interface PlaylistOfImport {
  readonly name: string;
  readonly kind: "made" | "changed" | "unchanged";
  /** Tracks of the file that are not in the library, or more than one might be. */
  readonly lost: readonly string[];
}

export type ProgrammeImport =
  | { readonly kind: "imported"; readonly playlists: readonly PlaylistOfImport[] }
  | { readonly kind: "too-many"; readonly count: number };

/** Playlists with their rules and turns; tracks by path, artist and title, those whose files are away included. */
export async function exportProgramme(parts: PlaylistFileParts): Promise<ProgrammeFile> {
  const { connection } = parts.database;
  const roots = await musicRoots(parts);
  const playlists: ProgrammeFilePlaylist[] = [];
  for (const stored of await listStoredPlaylists(connection)) {
    const shape = shapeOf(stored);
    if (stored.rule === null) {
      const kept = await listKeptTracks(connection, stored.id);
      const tracks = kept.map(({ id: _id, ...track }) => ({
        ...track,
        path: relativePath(track.path, roots),
      }));
      playlists.push({ ...shape, tracks });
    } else playlists.push(shape);
  }
  return { format: "neonrelay-programme", version: 1, playlists };
}

/** Makes and changes playlists by their names, all or nothing; others stay. @param isDryRun says what it would do, and does nothing */
export async function importProgramme(
  parts: PlaylistFileParts,
  {
    file,
    isDryRun,
    by,
  }: { readonly file: ProgrammeFile; readonly isDryRun: boolean; readonly by: Actor },
): Promise<ProgrammeImport> {
  const roots = await musicRoots(parts);
  const wanted: WantedPlaylist[] = [];
  for (const { tracks, ...shape } of file.playlists) {
    const entries = (tracks ?? []).map(({ path, ...said }) => ({ location: path, ...said }));
    const { trackIds, leftOut } = await sortEntries(parts, { entries, roots });
    const lost = leftOut.filter(({ reason }) => reason !== "repeated").map(({ text }) => text);
    wanted.push({ shape, trackIds, lost });
  }
  const outcome = await parts.database.transaction<ProgrammeImport>(async (transaction) => {
    const stored = await listStoredPlaylists(transaction);
    const byKey = new Map(stored.map((playlist) => [playlist.nameKey, playlist]));
    const added = wanted.filter(({ shape }) => !byKey.has(foldText(shape.name))).length;
    const count = stored.length + added;
    if (count > MAX_PLAYLISTS) return { kind: "too-many", count };
    const playlists: PlaylistOfImport[] = [];
    for (const one of wanted) {
      const before = byKey.get(foldText(one.shape.name));
      const kind = await decideChange(transaction, one, before);
      if (kind !== "unchanged" && !isDryRun) await store(transaction, one, before);
      playlists.push({ name: one.shape.name, kind, lost: one.lost });
    }
    return { kind: "imported", playlists };
  });
  if (outcome.kind !== "imported" || isDryRun) return outcome;
  if (outcome.playlists.every(({ kind }) => kind === "unchanged")) return outcome;
  const details = { playlists: outcome.playlists.length };
  parts.systemLog.noteOperatorAction({ who: by, action: "imported a programme", details });
  parts.events.publish({ type: "playlists.changed" });
  return outcome;
}

interface WantedPlaylist {
  readonly shape: Omit<ProgrammeFilePlaylist, "tracks">;
  readonly trackIds: readonly string[];
  readonly lost: readonly string[];
}

async function decideChange(
  transaction: Connection,
  { shape, trackIds }: WantedPlaylist,
  before: StoredPlaylist | undefined,
): Promise<PlaylistOfImport["kind"]> {
  if (before === undefined) return "made";
  if (!isDeepStrictEqual(shapeOf(before), shape)) return "changed";
  const kept = await listKeptTracks(transaction, before.id);
  const isSame = isDeepStrictEqual(
    kept.map(({ id }) => id),
    [...trackIds],
  );
  return isSame ? "unchanged" : "changed";
}

async function store(
  transaction: Connection,
  { shape, trackIds }: WantedPlaylist,
  before: StoredPlaylist | undefined,
): Promise<void> {
  const id = before?.id ?? randomUUID();
  const columns = { ...shape, nameKey: foldText(shape.name) };
  if (before === undefined) await insertPlaylist(transaction, { id, ...columns });
  else await savePlaylist(transaction, id, columns);
  const [gone] = await savePlaylistTracks(transaction, { playlistId: id, trackIds });
  if (gone !== undefined) throw new Error("a track left the library during the import");
}

function shapeOf(stored: StoredPlaylist): Omit<ProgrammeFilePlaylist, "tracks"> {
  const { name, description, order, turn, isSeparated, rule } = stored;
  return { name, description, order, turn, isSeparated, rule };
}
