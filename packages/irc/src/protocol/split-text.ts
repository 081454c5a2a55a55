import { MAX_BODY_BYTES } from "./line-limits.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Bytes of text that fit in one line as others get it from the server, RFC 1459 §2.3. Servers cut what is longer
 * without a word.
 * @param sender who the server says the line is from; take the longest the server allows for what is not known
 */
export function textBudgetBytes({
  sender,
  command,
  target,
}: {
  readonly sender: { readonly nick: string; readonly user: string; readonly host: string };
  readonly command: string;
  readonly target: string;
}): number {
  const { nick, user, host } = sender;
  return MAX_BODY_BYTES - Buffer.byteLength(`:${nick}!${user}@${host} ${command} ${target} :`);
}

/**
 * Cuts text into pieces of at most `maxBytes` of UTF-8 with the prefix before each. Without their prefixes the pieces
 * join to the text again. It is cut before a space where one is in the second half of a piece, else between graphemes,
 * within one only when it alone is too long, and never within a code point.
 * @returns at least one piece; an empty text is one piece, too
 * @throws RangeError when the prefix leaves less than four bytes
 */
export function splitText({
  text,
  prefix,
  maxBytes,
}: {
  readonly text: string;
  readonly prefix: string;
  readonly maxBytes: number;
}): readonly string[] {
  const room = maxBytes - Buffer.byteLength(prefix.toWellFormed());
  if (room < 4) throw new RangeError("the prefix leaves no room for text");
  const pieces: string[] = [];
  let rest = text.toWellFormed();
  while (Buffer.byteLength(rest) > room) {
    const piece = firstPiece(rest, room);
    pieces.push(prefix + piece);
    rest = rest.slice(piece.length);
  }
  pieces.push(prefix + rest);
  return pieces;
}

/** The longest beginning of the text with at most `maxBytes` of UTF-8, whole code points only. */
export function truncateText(text: string, maxBytes: number): string {
  // A UTF-16 unit is at most three bytes: most lines need no counting.
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function firstPiece(text: string, room: number): string {
  const longest = truncateText(text, room);
  // One code point more shows whether the cut is between two words, or two graphemes.
  const next = String.fromCodePoint(text.codePointAt(longest.length) ?? 0x20);
  const words = longest.slice(0, next === " " ? longest.length : longest.lastIndexOf(" ") + 1);
  // Some servers take spaces off the end of a line, so they begin the next one.
  const wordsEnd = words.trimEnd().length;
  if (wordsEnd > 0 && wordsEnd >= longest.length / 2) return longest.slice(0, wordsEnd);
  const boundary = graphemes.segment(longest + next).containing(longest.length)?.index;
  return boundary === undefined || boundary === 0 ? longest : longest.slice(0, boundary);
}
