const MOST_CHARACTERS = 300;
/** Cleaning looks at no more than this of a text, which may be a megabyte. */
const MOST_RAW_CHARACTERS = 4000;
/** Control characters, and the invisible ones that turn the direction of what follows. */
const unwanted = /[\p{Cc}\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]+/gu;

/**
 * A text from outside made fit to be stored and shown: one line of at most 300 characters, in NFC, without control
 * characters. Every title, tag and name that a stranger sends goes through here.
 */
export function cleanText(raw: string): string {
  const line = raw
    .slice(0, MOST_RAW_CHARACTERS)
    .toWellFormed()
    .normalize("NFC")
    .replace(unwanted, " ")
    .replace(/\s+/g, " ")
    .trim();
  return Array.from(line).slice(0, MOST_CHARACTERS).join("").trim();
}
