import type { Variables } from "./former-answers-rules.ts";

/**
 * Updates the text of a station.env from one set of variables to another. Unchanged variables keep their lines, edits
 * by hand included; so do comments and all other variables.
 */
export function changeEnvironment(
  text: string,
  { former, wanted }: { readonly former: Variables; readonly wanted: Variables },
): string {
  let lines = text.split("\n").filter((line, index, all) => line !== "" || index < all.length - 1);
  for (const name of new Set([...Object.keys(former), ...Object.keys(wanted)])) {
    const value = wanted[name];
    const at = lines.findIndex((line) => nameOf(line) === name);
    // An absent variable means its default, which may have changed.
    if (value === former[name] && (value === undefined || at !== -1)) continue;
    const added = value === undefined ? [] : [`${name}=${quoted(value)}`];
    const others = lines.filter((line) => nameOf(line) !== name);
    lines = at === -1 ? [...others, ...added] : others.toSpliced(at, 0, ...added);
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** The variable that a line sets; undefined: none. */
function nameOf(line: string): string | undefined {
  return /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1];
}

/** A value ends with the quote it starts with. */
function quoted(text: string): string {
  if (/^[\w./:@+-]+$/.test(text)) return text;
  const quote = ["'", '"', "`"].find((candidate) => !text.includes(candidate)) ?? "'";
  return `${quote}${text}${quote}`;
}
