import path from "node:path";
import { audioExtensions } from "../library/music-format-rules.ts";

/** The backup itself, within an archive that also holds the music. */
export const BACKUP_NAME = "station.backup.gz";
const MUSIC_FOLDER = "music/";
const MAX_NAME_BYTES = 100;
const trackIdPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Where an archive holds the file of a track. */
export function musicFolderOf(trackId: string): string {
  return `${MUSIC_FOLDER}${trackId}`;
}

/** The track whose file lies in a folder of an archive; null for any other folder. */
export function trackIdOf(folder: string): string | null {
  const id = folder.startsWith(MUSIC_FOLDER) ? folder.slice(MUSIC_FOLDER.length) : "";
  return trackIdPattern.test(id) ? id : null;
}

/** The name of a music file as an archive has it, short enough for any; null for what is no music by its name. */
export function archiveNameOf(baseName: string): string | null {
  const extension = path.extname(baseName);
  let stem = baseName.slice(0, baseName.length - extension.length);
  while (Buffer.byteLength(stem + extension) > MAX_NAME_BYTES)
    stem = Array.from(stem).slice(0, -1).join("");
  const name = stem + extension;
  return isMusicName(name) ? name : null;
}

/** Whether a name is one of a file that a scan of the library would find, and of nothing else. */
export function isMusicName(name: string): boolean {
  return (
    !/[/\\\0]/.test(name) &&
    !name.startsWith(".") &&
    audioExtensions.has(path.extname(name).toLowerCase())
  );
}
