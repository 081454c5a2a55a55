import { trimBlank } from "@neonrelay/contract";
/** An entry in a playlist file, with its metadata there. */
export interface FileEntry {
  /** Path or web address; null when the file gives none. */
  readonly location: string | null;
  /** When there is no artist, this may be `Artist - Title`. */
  readonly title: string | null;
  readonly artist: string | null;
  readonly durationMs: number | null;
}

export interface FilePlaylist {
  readonly title: string | null;
  readonly entries: readonly FileEntry[];
}

/** Longer paths and texts are truncated. */
export const LONGEST_LOCATION = 8 * 1024;
const LONGEST_TEXT = 500;
const LONGEST_SECONDS = 24 * 60 * 60;

/** Cleans one line of untrusted text; null when nothing is left. */
export function cleanText(raw: string | null | undefined): string | null {
  if (raw === null || raw === undefined) return null;
  const line = trimBlank(
    raw
      .slice(0, LONGEST_TEXT)
      .toWellFormed()
      .replaceAll(
        /[\p{Cc}\p{Zl}\p{Zp}\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]+/gu,
        " ",
      ),
  );
  return line === "" ? null : line;
}

/** The length in ms; null when unknown, which some programs write as 0 or -1. */
export function cleanDurationMs(seconds: number): number | null {
  return seconds > 0 && seconds <= LONGEST_SECONDS ? Math.round(seconds * 1000) : null;
}
