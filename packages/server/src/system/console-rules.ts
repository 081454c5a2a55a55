/** First words of statements that only read. */
const readingWords = /^(?:select|with|values|table)\b/i;
/** Whitespace and comments before the first word. */
const leading = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/;

/** A single reading statement without its final semicolon; null for anything else. */
export function readingStatement(text: string): string | null {
  const statement = text.trim().replace(/[;\s]+$/, "");
  return readingWords.test(statement.replace(leading, "")) ? statement : null;
}
