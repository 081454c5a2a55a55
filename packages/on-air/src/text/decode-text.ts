import { certainCharset } from "./certain-charset-rules.ts";

/** Longer texts are not titles. */
const MAX_GUESSED_BYTES = 8 * 1024;

/**
 * Decodes text whose charset may be unknown.
 * @param charset declared for it; null: none
 * @returns the text decoded as the first that fits: the declared charset, UTF-8, a charset beyond doubt, windows-1252
 * (which fits anything)
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  return (
    (charset === null ? undefined : decodeStrictly(bytes, charset)) ??
    decodeStrictly(bytes, "utf-8") ??
    new TextDecoder(guess(bytes) ?? "windows-1252").decode(bytes)
  );
}

function guess(bytes: Uint8Array): string | null {
  return bytes.length > MAX_GUESSED_BYTES ? null : certainCharset(bytes);
}

/** @returns undefined when the bytes are invalid in that charset, or it is unknown */
export function decodeStrictly(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // invalid or unknown
  }
}
