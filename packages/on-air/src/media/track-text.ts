import path from "node:path";
import { cleanText } from "../text/clean-text.ts";

/** Makes a tag fit for display. @returns null when nothing is left */
export function cleanTagText(raw: string | undefined): string | null {
  const text = cleanText(raw ?? "");
  return text === "" ? null : text;
}

/** Title of a track without one: `03_-_night_drive.ogg` gives "night drive". */
export function titleFromPath(filePath: string): string {
  const name = path.basename(filePath, path.extname(filePath));
  const worded = name.replaceAll(/_-_/g, " - ");
  const spaced = worded.includes(" ") ? worded : worded.replaceAll(/[-_]+/g, " ");
  const readable = cleanTagText(spaced.replaceAll("_", " ")) ?? "Untitled";
  return cleanTagText(readable.replace(/^\d{1,3}(?: ?[-.)])? (\S)/, "$1")) ?? readable;
}

const IS_NUMBER = /^\d{1,3}$/;

/** Parses a file name for lack of tags: `Artist - Title`, or else a title alone. */
export function songFromPath(filePath: string): {
  readonly artist: string;
  readonly title: string;
} {
  const name = titleFromPath(filePath);
  const [artist = "", ...rest] = name.split(" - ").map((part) => part.trim());
  // `Album - 01 - Title` has a number in the middle.
  const title = rest
    .filter((part, index) => index === rest.length - 1 || !IS_NUMBER.test(part))
    .join(" - ");
  return title === "" || !/\p{L}/u.test(artist) ? { artist: "", title: name } : { artist, title };
}

/** A tag's year or track number; null when implausible. */
export function cleanTagNumber(raw: number | null | undefined): number | null {
  if (raw === undefined || raw === null) return null;
  return Number.isInteger(raw) && raw > 0 && raw <= 9999 ? raw : null;
}
