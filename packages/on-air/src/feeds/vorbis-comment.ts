import { cleanText } from "../text/clean-text.ts";

/** What a stream says of itself. */
export interface InBandTitle {
  readonly artist: string;
  readonly title: string;
}

/** What comes before the comments in the headers of Vorbis, Opus and FLAC. */
const beginnings = [Buffer.from("\x03vorbis"), Buffer.from("OpusTags")];
/** A FLAC metadata block of this type; the high bit says that it is the last. */
const FLAC_COMMENT_TYPE = 4;
const FLAC_SIGNATURE = Buffer.from("\x7fFLAC");
const MAX_COMMENTS = 1000;

/**
 * The title in the headers of an Ogg stream.
 * @param headers what their packets hold, one after the other
 * @returns null when they name none
 */
export function readTitleComment(headers: Buffer): InBandTitle | null {
  const from = startOfComments(headers);
  if (from === null) return null;
  const comments = readComments(headers, from);
  const valuesOf = (name: string): readonly string[] => comments.get(name) ?? [];
  const artist = cleanText(valuesOf("ARTIST").join("; "));
  const title = cleanText(valuesOf("TITLE")[0] ?? "");
  return artist === "" && title === "" ? null : { artist, title };
}

function startOfComments(headers: Buffer): number | null {
  for (const beginning of beginnings) {
    const at = headers.indexOf(beginning);
    if (at !== -1) return at + beginning.length;
  }
  if (!headers.subarray(0, FLAC_SIGNATURE.length).equals(FLAC_SIGNATURE)) return null;
  // Behind the mapping's head come the signature "fLaC" and STREAMINFO, 51 bytes in all; then blocks.
  let at = 51;
  while (at + 4 <= headers.length) {
    if (((headers[at] ?? 0) & 0x7f) === FLAC_COMMENT_TYPE) return at + 4;
    at += 4 + headers.readUIntBE(at + 1, 3);
  }
  return null;
}

/** Names in capitals, with their values in order. */
function readComments(bytes: Buffer, from: number): ReadonlyMap<string, readonly string[]> {
  const comments = new Map<string, readonly string[]>();
  let at = from;
  const take = (): Buffer | null => {
    if (at + 4 > bytes.length) return null;
    const end = at + 4 + bytes.readUInt32LE(at);
    if (end > bytes.length) return null;
    const text = bytes.subarray(at + 4, end);
    at = end;
    return text;
  };
  if (take() === null || at + 4 > bytes.length) return comments;
  const count = Math.min(bytes.readUInt32LE(at), MAX_COMMENTS);
  at += 4;
  for (let index = 0; index < count; index += 1) {
    const text = take()?.toString("utf8");
    if (text === undefined) break;
    const equals = text.indexOf("=");
    const name = text.slice(0, equals).toUpperCase();
    if (equals > 0) comments.set(name, [...(comments.get(name) ?? []), text.slice(equals + 1)]);
  }
  return comments;
}
