import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { cleanText } from "../playlists/files/file-playlist.ts";
import { readPlaylistFile } from "../playlists/files/read-playlist-file.ts";
import {
  emptyStation,
  UnreadableOrigin,
  type LeftBehind,
  type MovedPlaylist,
  type MovedStation,
  type MovedTrack,
} from "./moved-station.ts";

const PLAYLIST_NAME = /\.(?:m3u8?|pls|xspf|jspf)$/i;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_PLAYLIST_FILES = 1000;
const MAX_DEPTH = 8;

/** Reads one playlist file, or all below a folder. */
export async function readM3uOrigin(place: string): Promise<MovedStation> {
  const found = await stat(place);
  const files = found.isDirectory() ? await findPlaylistFiles(place) : [place];
  if (files.length === 0)
    throw new UnreadableOrigin("there is no playlist in it (.m3u, .m3u8, .pls, .xspf, .jspf)");
  const tracks = new Map<string, MovedTrack>();
  const playlists: MovedPlaylist[] = [];
  const leftBehind: LeftBehind[] = [];
  for (const file of files.slice(0, MAX_PLAYLIST_FILES)) {
    const what = path.basename(file);
    const { size } = await stat(file);
    if (size > MAX_FILE_BYTES) {
      leftBehind.push({ what, why: "it is larger than 16 MiB" });
      continue;
    }
    const reading = readPlaylistFile(await readFile(file), file);
    if (reading.kind !== "read") {
      leftBehind.push({ what, why: notRead[reading.kind] });
      continue;
    }
    const { title, entries } = reading.playlist;
    const trackKeys: string[] = [];
    for (const entry of entries) {
      const location = besides(file, entry.location ?? "");
      const key = location === "" ? `${entry.artist ?? ""}\t${entry.title ?? ""}` : location;
      const known = tracks.get(key);
      // Some playlists only name a file, others also give its title.
      if (known === undefined || (known.title === null && entry.title !== null))
        tracks.set(key, { ...entry, key, location, cues: null });
      trackKeys.push(key);
    }
    playlists.push({
      key: file,
      name: title ?? cleanText(path.parse(file).name) ?? "Playlist",
      description: "",
      order: "ordered",
      turn: { kind: "off" },
      isJingles: false,
      trackKeys,
    });
  }
  if (files.length > MAX_PLAYLIST_FILES)
    leftBehind.push({
      what: `${files.length - MAX_PLAYLIST_FILES} playlist files`,
      why: `at most ${MAX_PLAYLIST_FILES} are read at once`,
    });
  return { ...emptyStation, tracks: [...tracks.values()], playlists, leftBehind };
}

const notRead = {
  "no-playlist": "it is not a playlist",
  empty: "it has no entries",
  "too-many": "it has too many entries for one playlist",
} as const;

/** Resolves a relative path against the playlist's folder. */
function besides(file: string, location: string): string {
  const isRelative = location !== "" && !/^(?:[/\\]|[a-z][a-z\d+.-]*:)/i.test(location);
  if (!isRelative) return location;
  return path.join(path.dirname(file), location.replaceAll("\\", "/"));
}

async function findPlaylistFiles(folder: string, depth = 0): Promise<readonly string[]> {
  if (depth > MAX_DEPTH) return [];
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith("."))
      found.push(...(await findPlaylistFiles(full, depth + 1)));
    else if (entry.isFile() && PLAYLIST_NAME.test(entry.name)) found.push(full);
  }
  return found;
}
