const MAX_CHARACTERS = 1000;
/** Control characters, and invisible ones that change the text direction. */
const unwanted =
  /[\p{Cc}\p{Zl}\p{Zp}\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]/gu;

/** Turns text with untrusted names into one line that any table can store, without characters that disguise it. */
export function lineText(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll(unwanted, " ");
}
