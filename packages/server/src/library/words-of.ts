import { UNTYPED, WORD_BREAKS } from "./search-rules.ts";

/** SQL that splits a folded text, using only immutable functions, as a generated column requires. */
export function wordsOf(column: string): string {
  const from = `${WORD_BREAKS}${UNTYPED}`.replaceAll("'", "''");
  const to = " ".repeat(WORD_BREAKS.length);
  return `array_to_tsvector(array_remove(string_to_array(translate(${column}, '${from}', '${to}'), ' '), ''))`;
}
