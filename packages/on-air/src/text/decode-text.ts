/**
 * Text of a charset that need not be known.
 * @param charset that is named for it; null: none is
 * @returns it in that charset when it is that; else in UTF-8 when it is that; else in windows-1252, which reads anything
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  return (
    (charset === null ? undefined : decodeStrictly(bytes, charset)) ??
    decodeStrictly(bytes, "utf-8") ??
    new TextDecoder("windows-1252").decode(bytes)
  );
}

function decodeStrictly(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not of that charset, or of an unknown one
  }
}
