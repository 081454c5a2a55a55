import { certainCharset } from "./certain-charset-rules.ts";
import { decodeStrictly } from "./decode-text.ts";

/** No more of a text is read, or kept. */
const MAX_CHARACTERS = 4000;
/** Where windows-1252 has none either: symbols for control characters, which are safe to show. */
const PICTURES = 0x2400;
const PICTURE_OF_SPACE = "\u2420";

/**
 * Repairs texts of one file that were wrongly read as Latin-1: UTF-8 where a text is that, else the charset that all of
 * them together have beyond doubt. Others stay as they are.
 */
export function mendMisread(texts: readonly (string | undefined)[]): (string | undefined)[] {
  const found = texts.map((text) => readAgain(text?.slice(0, MAX_CHARACTERS)));
  const unclear = found.flatMap(({ bytes, utf8 }) =>
    bytes === null || utf8 !== undefined ? [] : [bytes, LINE_END],
  );
  const charset = certainCharset(Buffer.concat(unclear));
  return found.map(({ text, bytes, utf8 }) => {
    if (bytes === null) return text;
    return utf8 ?? (charset === null ? text : new TextDecoder(charset).decode(bytes));
  });
}

const LINE_END = Buffer.from("\n");

interface Reading {
  readonly text: string | undefined;
  /** Bytes that may have been read as Latin-1; null: they can't have been, or are plain ASCII. */
  readonly bytes: Buffer | null;
  /** undefined: not UTF-8. */
  readonly utf8: string | undefined;
}

function readAgain(text: string | undefined): Reading {
  const isLatin =
    text !== undefined && /[\x80-\xff]/.test(text) && !/[\u{100}-\u{10ffff}]/u.test(text);
  if (!isLatin) return { text, bytes: null, utf8: undefined };
  const bytes = Buffer.from(text, "latin1");
  return { text, bytes, utf8: decodeStrictly(bytes, "utf-8") };
}

/** Characters that windows-1252 has in place of Latin-1's control characters; undefined: none. */
const table = Array.from(
  new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at)),
);
/** Dashes, quotation marks, ellipsis, euro: what Western programs write there. */
const WESTERN = /[\x80\x85\x91-\x97\x99]/g;
const CONTROLS = /[\x80-\x9f]/g;

/**
 * Makes every byte of texts read as Latin-1 visible, so that none is lost when control characters are removed and their
 * charset can still be found later. The texts are from one file; others stay as they are.
 */
export function showUnreadBytes(
  texts: readonly (string | undefined)[],
): readonly (string | undefined)[] {
  const isMisread = texts.some(
    (text) => text !== undefined && /[\x80-\x9f]/.test(text.replace(WESTERN, "")) && isLatin(text),
  );
  return texts.map((text) => {
    if (text === undefined || !isLatin(text)) return text;
    const shown = text.replace(CONTROLS, showByte);
    return isMisread ? shown.replaceAll("\u00a0", PICTURE_OF_SPACE) : shown;
  });
}

function isLatin(text: string): boolean {
  return !/[\u{100}-\u{10ffff}]/u.test(text);
}

function showByte(character: string): string {
  const byte = character.charCodeAt(0);
  const known = table[byte - 0x80] ?? character;
  return known === character ? String.fromCharCode(PICTURES + (byte & 0x7f)) : known;
}
