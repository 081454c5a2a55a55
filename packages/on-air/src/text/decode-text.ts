import { certainCharset } from "./certain-charset-rules.ts";

/** Longer texts are no titles. */
const MAX_GUESSED_BYTES = 8 * 1024;

/**
 * Text of a charset that may be unknown.
 * @param charset that is named for it; null: none is
 * @returns it in that charset when it is that; else in UTF-8 when it is that; else in one it is in beyond doubt; else
 * in windows-1252, which reads anything
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

/** @returns undefined when it is not of that charset, or that is an unknown one */
export function decodeStrictly(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // as said above
  }
}
