import path from "node:path";

const MAX_TEXT_CHARACTERS = 300;
/** Cleaning looks at no more than this of a tag, which may be a megabyte. */
const MAX_RAW_CHARACTERS = 4000;
/** Control characters, and the invisible ones that turn the direction of what follows. */
const unwanted = /[\p{Cc}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]+/gu;

export const UNKNOWN_ARTIST = "Unknown artist";

/** A tag made fit for display: one line, NFC, at most 300 characters. @returns null when nothing is left */
export function cleanTagText(raw: string | undefined): string | null {
  if (raw === undefined) return null;
  const line = raw
    .slice(0, MAX_RAW_CHARACTERS)
    .toWellFormed()
    .normalize("NFC")
    .replace(unwanted, " ")
    .replace(/\s+/g, " ")
    .trim();
  const text = Array.from(line).slice(0, MAX_TEXT_CHARACTERS).join("").trim();
  return text === "" ? null : text;
}

/** The title of a track without one: `03_-_night_drive.ogg` is "night drive". */
export function titleFromPath(filePath: string): string {
  const name = path.basename(filePath, path.extname(filePath));
  const spaced = name.includes(" ") ? name : name.replaceAll(/[-_]+/g, " ");
  const readable = cleanTagText(spaced.replaceAll("_", " ")) ?? "Untitled";
  return cleanTagText(readable.replace(/^\d{1,3}\s*[-.)]?\s+(?=\S)/, "")) ?? readable;
}

/** A tag's year or track number; null when it is not a number anybody would write. */
export function cleanTagNumber(raw: number | null | undefined): number | null {
  if (raw === undefined || raw === null) return null;
  return Number.isInteger(raw) && raw > 0 && raw <= 9999 ? raw : null;
}
