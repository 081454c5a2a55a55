import { decodeText } from "../text/decode-text.ts";

/** What comes over a stream, in order. */
export type StreamPiece =
  | { readonly kind: "sound"; readonly bytes: Buffer }
  /** What holds from the next sound on; the text as it came. */
  | { readonly kind: "title"; readonly text: string };

const LENGTH_UNIT = 16;

/** Takes the titles out of a stream with ICY metadata. */
export class IcyReader {
  readonly #metaint: number;
  #soundLeft: number;
  /** null between the blocks; what is there of one otherwise. */
  #block: Buffer | null = null;

  /** @param metaint bytes of sound between two blocks of metadata */
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
 * Takes the titles out of what a mount has sent so far.
 * @param metaint as above; null: there are none
 * @returns the sound, and the newest title; null when none came
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
 * The title may hold quotes: it ends at `';`, or with the text.
 * @param block of metadata, without its length
 * @returns null when there is none
 */
export function titleIn(block: Buffer): string | null {
  const end = block.indexOf(0);
  const text = decodeText(end === -1 ? block : block.subarray(0, end), null);
  const found = /StreamTitle='(.*?)(?:';|'?$)/isu.exec(text);
  return found?.[1] ?? null;
}
