import type { PlayTitle } from "../playout/plays.ts";
import { cleanText } from "../text/clean-text.ts";
import { decodeText } from "../text/decode-text.ts";

/** The fields of a query as bytes, charset undecided. */
export function readQueryBytes(target: string): ReadonlyMap<string, Buffer> {
  const fields = new Map<string, Buffer>();
  const query = target.indexOf("?");
  if (query === -1) return fields;
  for (const pair of target.slice(query + 1).split("&")) {
    const equals = pair.indexOf("=");
    if (equals === -1) continue;
    const name = unescapeBytes(pair.slice(0, equals)).toString("latin1");
    if (!fields.has(name)) fields.set(name, unescapeBytes(pair.slice(equals + 1)));
  }
  return fields;
}

/**
 * Reads a title update: `song`, or `artist` and `title`.
 * @returns null when it has no title; both texts are empty when it clears the title
 */
export function readTitle(fields: ReadonlyMap<string, Buffer>): PlayTitle | null {
  const charset = fields.get("charset")?.toString("latin1") ?? null;
  const textOf = (name: string): string | null => {
    const bytes = fields.get(name);
    return bytes === undefined ? null : cleanText(decodeText(bytes, charset));
  };
  const [song, artist, title] = [textOf("song"), textOf("artist"), textOf("title")];
  if (title !== null && (artist !== null || song === null)) return { artist: artist ?? "", title };
  return song === null ? null : splitSong(song);
}

/** Splits `Artist - Title`, the common form; without such a dash all of it is the title. */
export function splitSong(song: string): PlayTitle {
  const dash = song.indexOf(" - ");
  if (dash === -1) return { artist: "", title: song };
  return { artist: song.slice(0, dash).trim(), title: song.slice(dash + 3).trim() };
}

/** @param text as received, one character per byte */
function unescapeBytes(text: string): Buffer {
  const plain = text
    .replaceAll("+", " ")
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(plain, "latin1");
}
