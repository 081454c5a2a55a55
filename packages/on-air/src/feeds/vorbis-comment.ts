import { cleanText } from "../text/clean-text.ts";

/** A title found within a stream. */
export interface InBandTitle {
  readonly artist: string;
  readonly title: string;
}

/** What precedes the comments in Vorbis and Opus headers. */
const beginnings = [Buffer.from("\x03vorbis"), Buffer.from("OpusTags")];
/** A FLAC metadata block of this type; the high bit marks the last block. */
const FLAC_COMMENT_TYPE = 4;
const FLAC_SIGNATURE = Buffer.from("\x7fFLAC");
const MAX_COMMENTS = 1000;

/**
 * The title in the headers of an Ogg stream.
 * @param headers contents of their packets, concatenated
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
  // The mapping's head, the signature "fLaC" and STREAMINFO take 51 bytes; then come blocks.
  let at = 51;
  while (at + 4 <= headers.length) {
    if (((headers[at] ?? 0) & 0x7f) === FLAC_COMMENT_TYPE) return at + 4;
    at += 4 + headers.readUIntBE(at + 1, 3);
  }
  return null;
}

/** Upper-case names, with their values in order. */
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
