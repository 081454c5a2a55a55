import { trimBlank, type TextChange } from "@neonrelay/contract";
import { RE2JS, RE2JSException } from "re2js";

/** Maximum steps of a pattern. Its cost is bounded by this times the length of the text. */
const MAX_PATTERN_STEPS = 1000;

export type TextEdit = (text: string | null) => string | null;

/** @returns the change as a function, or why its pattern is invalid */
export function compileTextChange(change: TextChange): TextEdit | { readonly problem: string } {
  switch (change.do) {
    case "set": {
      const to = toOneLine(change.to);
      return () => to;
    }
    case "prepend":
      return (text) => toOneLine(`${change.text}${text ?? ""}`);
    case "append":
      return (text) => toOneLine(`${text ?? ""}${change.text}`);
    case "replace":
      return compileReplacement(change);
    default:
      return change satisfies never;
  }
}

function compileReplacement({
  find,
  by,
  ignoresCase,
  to,
}: Extract<TextChange, { do: "replace" }>): TextEdit | { readonly problem: string } {
  try {
    const expression = by === "text" ? RE2JS.quote(find) : find;
    const pattern = RE2JS.compile(expression, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
    if (pattern.programSize() > MAX_PATTERN_STEPS)
      return { problem: "this pattern is too long: use fewer or shorter repetitions" };
    const replacement = by === "text" ? RE2JS.quoteReplacement(to) : to;
    return (text) =>
      text === null ? null : toOneLine(pattern.matcher(text).replaceAll(replacement));
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { problem: `this is not a valid pattern: ${error.message}` };
  }
}

/** @returns null when nothing is left */
function toOneLine(text: string | null): string | null {
  const line = trimBlank((text ?? "").normalize("NFC").replaceAll(/[\s\p{Cc}]+/gu, " "));
  return line === "" ? null : line;
}
