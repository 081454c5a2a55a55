import { audioExtensions } from "../library/music-format-rules.ts";
import { MAX_FILES } from "../library/walk-music.ts";

export interface ArchiveFile {
  readonly name: string;
  readonly sizeBytes: number;
}

/** Allowance for other files in a backup: pictures, logs, settings. */
const OTHER_FILES = 500_000;
/** Text in a dump compresses about ten times, music hardly at all. */
export const MAX_TIMES = 200;
/** Smaller archives skip the ratio check. */
export const SMALL_BYTES = 16 * 1024 ** 2;
/** Space left free on the disk. */
const SPARE_BYTES = 1024 ** 3;

/** The path of a file within the folder an archive is extracted to. @returns null when it would be outside */
export function placeInside(name: string): string | null {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  const isOdd = name.startsWith("/") || /[\\\0]/.test(name) || /^[a-z]:/i.test(name);
  return isOdd || parts.length === 0 || parts.includes("..") ? null : parts.join("/");
}

/** Why an archive can't be extracted; null when it can. */
export function findArchiveObstacle(
  files: readonly ArchiveFile[],
  { archiveBytes, freeBytes }: { readonly archiveBytes: number; readonly freeBytes: number },
): string | null {
  if (files.length === 0) return "the archive has no files";
  if (files.length > MAX_FILES + OTHER_FILES)
    return `the archive has ${files.length} files; at most ${MAX_FILES + OTHER_FILES} are possible`;
  const outside = files.find(({ name }) => placeInside(name) === null);
  if (outside !== undefined)
    return `the archive has a file that would lie outside its folder: ${outside.name}`;
  if (files.some(({ name }) => baseOf(name) === "toc.dat"))
    return "it is in PostgreSQL's own format; convert it to text first: pg_restore -f dump.sql FILE";
  const wholeBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (wholeBytes > SMALL_BYTES && wholeBytes > archiveBytes * MAX_TIMES)
    return `the archive would become more than ${MAX_TIMES} times larger, which no backup does`;
  if (wholeBytes > freeBytes - SPARE_BYTES)
    return `the archive needs ${inMib(wholeBytes)} MiB and 1024 to spare, and ${inMib(freeBytes)} MiB are free in the music folder`;
  return null;
}

function baseOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function inMib(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2);
}

type FileUse = "music" | "told" | "none";

/** `told`: dumps, playlists and settings, which are read and then discarded. */
export function useOf(name: string): FileUse {
  const base = baseOf(name).toLowerCase();
  // macOS adds these beside each file.
  if (name.split("/").some((part) => part.startsWith(".") || part === "__MACOSX")) return "none";
  if (audioExtensions.has(base.slice(base.lastIndexOf(".")))) return "music";
  const isTold =
    /\.(?:sql|sql\.gz|sql\.zst|m3u8?|pls|xspf|jspf)$/.test(base) ||
    base === "icecast.xml" ||
    base === "playlist.log";
  return isTold ? "told" : "none";
}
