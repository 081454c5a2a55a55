import path from "node:path";
import { audioExtensions } from "../library/music-format-rules.ts";

/** The backup itself, within an archive that also holds the music. */
export const BACKUP_NAME = "station.backup.gz";
const MUSIC_FOLDER = "music/";
const MAX_NAME_BYTES = 100;
const trackIdPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A track's folder in an archive. */
export function musicFolderOf(trackId: string): string {
  return `${MUSIC_FOLDER}${trackId}`;
}

/** The track that a folder of an archive belongs to; null: none. */
export function trackIdOf(folder: string): string | null {
  const id = folder.startsWith(MUSIC_FOLDER) ? folder.slice(MUSIC_FOLDER.length) : "";
  return trackIdPattern.test(id) ? id : null;
}

/** A music file's name within an archive, short enough for any file system; null if its name is not that of music. */
export function archiveNameOf(baseName: string): string | null {
  const extension = path.extname(baseName);
  let stem = baseName.slice(0, baseName.length - extension.length);
  while (Buffer.byteLength(stem + extension) > MAX_NAME_BYTES)
    stem = Array.from(stem).slice(0, -1).join("");
  const name = stem + extension;
  return isMusicName(name) ? name : null;
}

/** Whether a scan of the library would find a file of that name, and the name is a plain file name. */
export function isMusicName(name: string): boolean {
  return (
    !/[/\\\0]/.test(name) &&
    !name.startsWith(".") &&
    audioExtensions.has(path.extname(name).toLowerCase())
  );
}
