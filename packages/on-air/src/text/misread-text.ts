import { certainCharset } from "./certain-charset-rules.ts";
import { decodeStrictly } from "./decode-text.ts";

/** No more of a text is read, or kept. */
const MAX_CHARACTERS = 4000;

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
