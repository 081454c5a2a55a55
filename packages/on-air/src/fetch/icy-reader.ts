import { decodeText } from "../text/decode-text.ts";
import { cleanText } from "../text/clean-text.ts";

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

/** What a stream says is playing. */
export interface ForeignTitle {
  readonly artist: string;
  readonly title: string;
}

/**
 * Parses `Artist - Title`, the usual form.
 * @param station replaces a missing artist
 * @returns null for an empty title
 */
export function readStreamTitle(text: string, station: string): ForeignTitle | null {
  const line = cleanText(text);
  const dash = line.indexOf(" - ");
  if (dash > 0) {
    const [artist, title] = [line.slice(0, dash).trim(), line.slice(dash + 3).trim()];
    if (artist !== "" && title !== "") return { artist, title };
  }
  const whole = withoutDashes(line);
  return whole === "" ? null : { artist: station, title: whole };
}

/** Trims dashes and white space. */
function withoutDashes(line: string): string {
  const isWord = (character: string): boolean => character !== "-" && character !== " ";
  const characters = Array.from(line);
  const from = characters.findIndex(isWord);
  return from === -1 ? "" : characters.slice(from, characters.findLastIndex(isWord) + 1).join("");
}
