const MAX_CHARACTERS = 300;
/** Cleaning reads no more than this of a text, which may be a megabyte. */
const MAX_RAW_CHARACTERS = 4000;
/** Control characters, and invisible ones that change the text direction. */
const unwanted = /[\p{Cc}\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]+/gu;

/** Anything else is invisible; same as contract/src/visible-text.ts. */
const visible = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u;

/**
 * Makes a text from outside fit to be stored and shown: one line of at most 300 characters, in NFC, without control
 * characters; "" when nothing visible is left. Every title, tag and name from a stranger goes through here.
 */
export function cleanText(raw: string): string {
  const line = raw
    .slice(0, MAX_RAW_CHARACTERS)
    .toWellFormed()
    .normalize("NFC")
    .replace(unwanted, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (!visible.test(line)) return "";
  return Array.from(line).slice(0, MAX_CHARACTERS).join("").trim();
}
