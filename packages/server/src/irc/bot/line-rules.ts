/** Longest line of the bot, in bytes: with any IRC prefix in front it stays within 512. */
export const MAX_LINE_BYTES = 350;
const ELLIPSIS = "…";

/** Longest title or name within a line, in characters. */
const MAX_TITLE = 60;
const MAX_NAME = 40;

/** Text as part of one line: without control or formatting codes, line breaks and direction overrides. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u{202A}-\u{202E}\u{2066}-\u{2069}]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** A clean line that fits; a cut line ends in an ellipsis. */
export function toLine(text: string): string {
  const clean = cleanText(text);
  if (sizeOf(clean) <= MAX_LINE_BYTES) return clean;
  let line = "";
  let room = MAX_LINE_BYTES - sizeOf(ELLIPSIS);
  for (const character of clean) {
    room -= sizeOf(character);
    if (room < 0) break;
    line += character;
  }
  return line.trimEnd() + ELLIPSIS;
}

/**
 * As many items as fit after `head`, and how many more there are.
 * @param total of all items; `items` are the first of them
 */
export function toListLine(
  head: string,
  { items, total }: { readonly items: readonly string[]; readonly total: number },
): string {
  for (let shown = items.length; shown > 0; shown -= 1) {
    const rest = total - shown;
    const line = `${head} ${items.slice(0, shown).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
    if (shown === 1 || sizeOf(cleanText(line)) <= MAX_LINE_BYTES) return toLine(line);
  }
  return toLine(head);
}

/** “Title” by Artist, each cut to a length that leaves room for more. */
export function nameTrack({
  title,
  artist,
}: {
  readonly title: string;
  readonly artist: string;
}): string {
  const named = `“${cut(title, MAX_TITLE)}”`;
  return artist === "" ? named : `${named} by ${cutName(artist)}`;
}

/** Someone's name, cut to a length that leaves room for more. */
export function cutName(name: string): string {
  return cut(name, MAX_NAME);
}

function cut(text: string, length: number): string {
  const characters = Array.from(cleanText(text));
  return characters.length <= length
    ? characters.join("")
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}${ELLIPSIS}`;
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A command as it was typed. */
interface TypedCommand {
  /** Lower case, without the dot. */
  readonly name: string;
  readonly argument: string;
}

/** Longest argument of any command, in characters. */
const MAX_ARGUMENT = 300;
/** A leading dot, then letters up to the next space: '...', '.5 euro' and '. request' are just talk. */
const commandPattern = /^\.([a-z]{1,20})(?:\s([^]*))?$/i;

/** @returns null if it is no command */
export function parseCommand(text: string): TypedCommand | null {
  const [, name, argument = ""] = commandPattern.exec(text.trimEnd()) ?? [];
  if (name === undefined) return null;
  return { name: name.toLowerCase(), argument: cleanText(argument.slice(0, MAX_ARGUMENT)) };
}
