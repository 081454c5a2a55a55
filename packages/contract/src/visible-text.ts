/**
 * A visible character: no space, no control character, no letter without a shape (U+3164, U+200B and the like), and not
 * the blank signs of Braille and music. on-air/src/text/clean-text.ts has the same.
 */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u;

/**
 * Trims; "" when nothing is visible. Every text that must not be empty goes through here.
 * @example
 * trimBlank(" \u2800 "); // ""
 */
export function trimBlank(text: string): string {
  return VISIBLE.test(text) ? text.trim() : "";
}
