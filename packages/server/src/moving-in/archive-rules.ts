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

/** What an archive has in it. Of its files, only the music is remembered: millions of others cost nothing. */
export interface ArchiveContents {
  files: number;
  wholeBytes: number;
  /** The first file that would lie outside the folder. */
  outside: string | null;
  /** The table of contents of a dump in PostgreSQL's own format. */
  hasToc: boolean;
  /** At most as many as an archive may have files. */
  readonly music: ArchiveFile[];
}

export function noContents(): ArchiveContents {
  return { files: 0, wholeBytes: 0, outside: null, hasToc: false, music: [] };
}

/** Counts a file that was listed. */
export function addToContents(contents: ArchiveContents, file: ArchiveFile): void {
  contents.files += 1;
  contents.wholeBytes += file.sizeBytes;
  if (placeInside(file.name) === null) contents.outside ??= file.name;
  contents.hasToc ||= baseOf(file.name) === "toc.dat";
  if (useOf(file.name) === "music" && contents.files <= MAX_FILES + OTHER_FILES)
    contents.music.push(file);
}

/** Why an archive can't be extracted; null when it can. */
export function findArchiveObstacle(
  { files, wholeBytes, outside, hasToc }: ArchiveContents,
  { archiveBytes, freeBytes }: { readonly archiveBytes: number; readonly freeBytes: number },
): string | null {
  if (files === 0) return "the archive has no files";
  if (files > MAX_FILES + OTHER_FILES)
    return `the archive has ${files} files; at most ${MAX_FILES + OTHER_FILES} are possible`;
  if (outside !== null)
    return `the archive has a file that would lie outside its folder: ${outside}`;
  if (hasToc)
    return "it is in PostgreSQL's own format; convert it to text first: pg_restore -f dump.sql FILE";
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
