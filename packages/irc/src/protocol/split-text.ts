/** Longest line without tags and without CRLF, RFC 1459 §2.3. */
export const MAX_BODY_BYTES = 510;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Bytes of text that fit in one line as others receive it from the server, RFC 1459 §2.3. Servers silently cut anything
 * longer.
 * @param sender the source the server will show; where unknown, assume the longest it allows
 * @example
 * textBudgetBytes({ sender: { nick: "ann", user: "a", host: "host" }, command: "PRIVMSG", target: "#radio" }); // 482
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
 * Splits text into pieces of at most `maxBytes` of UTF-8 including the prefix of each. Without prefixes the pieces join
 * back to the text. Cuts before a space if the second half of a piece has one, else between graphemes. A grapheme is
 * cut only when it alone is too long, a code point never.
 * @returns at least one piece; an empty text is one piece, too
 * @throws RangeError when the prefix leaves less than four bytes
 * @example
 * splitText({ text: "one two three", prefix: "> ", maxBytes: 10 }); // ["> one two", ">  three"]
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

/**
 * The longest prefix of the text with at most `maxBytes` of UTF-8, in whole code points.
 * @example
 * truncateText("Zoë", 3); // "Zo"
 */
export function truncateText(text: string, maxBytes: number): string {
  // A UTF-16 unit takes at most three bytes, so most lines need no counting.
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
  // One extra code point shows whether the cut falls between two words or two graphemes.
  const next = String.fromCodePoint(text.codePointAt(longest.length) ?? 0x20);
  const words = longest.slice(0, next === " " ? longest.length : longest.lastIndexOf(" ") + 1);
  // Some servers strip trailing spaces, so they begin the next piece.
  const wordsEnd = words.trimEnd().length;
  if (wordsEnd > 0 && wordsEnd >= longest.length / 2) return longest.slice(0, wordsEnd);
  const boundary = graphemes.segment(longest + next).containing(longest.length)?.index;
  return boundary === undefined || boundary === 0 ? longest : longest.slice(0, boundary);
}
