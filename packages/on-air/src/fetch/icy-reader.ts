import { decodeText } from "../text/decode-text.ts";

/** What comes over a stream, in order. */
export type StreamPiece =
  | { readonly kind: "sound"; readonly bytes: Buffer }
  /** Applies to the sound that follows; the text as received. */
  | { readonly kind: "title"; readonly text: string };

const LENGTH_UNIT = 16;

/** Separates titles from sound in a stream with ICY metadata. */
export class IcyReader {
  readonly #metaint: number;
  #soundLeft: number;
  /** The partial metadata block; null between blocks. */
  #block: Buffer | null = null;

  /** @param metaint bytes of sound between two metadata blocks */
  constructor(metaint: number) {
    this.#metaint = metaint;
    this.#soundLeft = metaint;
  }

  take(chunk: Buffer): readonly StreamPiece[] {
    const pieces: StreamPiece[] = [];
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#soundLeft > 0) {
        const bytes = rest.subarray(0, this.#soundLeft);
        this.#soundLeft -= bytes.length;
        rest = rest.subarray(bytes.length);
        pieces.push({ kind: "sound", bytes });
        continue;
      }
      const block: Buffer = this.#block ?? Buffer.alloc(0);
      const length = 1 + (block[0] ?? rest[0] ?? 0) * LENGTH_UNIT;
      const part = rest.subarray(0, length - block.length);
      rest = rest.subarray(part.length);
      this.#block = Buffer.concat([block, part]);
      if (this.#block.length < length) continue;
      const text = titleIn(this.#block.subarray(1));
      if (text !== null) pieces.push({ kind: "title", text });
      this.#block = null;
      this.#soundLeft = this.#metaint;
    }
    return pieces;
  }
}

/**
 * Removes the titles from what a mount has sent so far.
 * @param metaint as above; null: no metadata
 * @returns the sound, and the newest title; null if there was none
 */
export function splitTitles(
  body: Buffer,
  metaint: number | null,
): { readonly audio: Buffer; readonly title: string | null } {
  if (metaint === null) return { audio: body, title: null };
  const pieces = new IcyReader(metaint).take(body);
  const sound = pieces.flatMap((piece) => (piece.kind === "sound" ? [piece.bytes] : []));
  const title = pieces.findLast((piece) => piece.kind === "title");
  return { audio: Buffer.concat(sound), title: title?.text ?? null };
}

/**
 * The title may contain quotes: it ends at `';`, or with the text.
 * @param block of metadata, without its length
 * @returns null when there is none
 */
export function titleIn(block: Buffer): string | null {
  const end = block.indexOf(0);
  const text = decodeText(end === -1 ? block : block.subarray(0, end), null);
  const found = /StreamTitle='(.*?)(?:';|'?$)/isu.exec(text);
  return found?.[1] ?? null;
}
