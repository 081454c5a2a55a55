/** What a statement may begin with: all of it reads. */
const readingWords = /^(?:select|with|values|table)\b/i;
/** Blanks and comments before the first word. */
const leading = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/;

/** One statement without the semicolon behind it; null when it does anything but read. */
export function readingStatement(text: string): string | null {
  const statement = text.trim().replace(/[;\s]+$/, "");
  return readingWords.test(statement.replace(leading, "")) ? statement : null;
}
