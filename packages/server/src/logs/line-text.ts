const MAX_CHARACTERS = 1000;
/** Control characters, and the invisible ones that turn the direction of what follows. */
const unwanted =
  /[\p{Cc}\p{Zl}\p{Zp}\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]/gu;

/** A text with names from outside, made one line that every table holds and nothing in it disguises. */
export function lineText(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll(unwanted, " ");
}
