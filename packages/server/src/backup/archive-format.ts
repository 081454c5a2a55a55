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

/** Comes after the music in an archive; `sha256sum -c` reads it. */
export const CHECKSUMS_NAME = "checksums.sha256";
/** Digest, two spaces, folder, name and line break. */
export const MAX_CHECKSUM_LINE_BYTES = 64 + 2 + 155 + 1 + 100 + 1;

const linePattern = /^(\\?)([\da-f]{64}) {2}(.+)$/;

/** @param sums SHA-256 in hexadecimal by name */
export function wordChecksums(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([name, sum]) => wordLine(name, sum)).join("");
}

/** Like coreutils: the line of a name with a line break begins with a backslash. */
function wordLine(name: string, sum: string): string {
  const escaped = name.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `${escaped === name ? "" : "\\"}${sum}  ${escaped}\n`;
}

/** Length of the list for these names, before any checksum is known. */
export function checksumBytesOf(names: readonly string[]): number {
  return Buffer.byteLength(wordChecksums(new Map(names.map((name) => [name, "0".repeat(64)]))));
}

/** @returns null if any line is not one of such a list */
export function parseChecksums(text: string): ReadonlyMap<string, string> | null {
  const sums = new Map<string, string>();
  for (const line of text.split("\n").slice(0, -1)) {
    const [, escape, sum, name] = linePattern.exec(line) ?? [];
    if (sum === undefined || name === undefined) return null;
    // No name in an archive contains a backslash.
    const whole = escape === "" ? name : name.replaceAll("\\n", "\n").replaceAll("\\r", "\r");
    sums.set(whole, sum);
  }
  return text.endsWith("\n") ? sums : null;
}
