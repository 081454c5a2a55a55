/** Audio bytes between two metadata blocks; what Icecast uses and hardware radios expect. */
export const ICY_METAINT = 16_000;
/** Hardware radios fail on long titles, so a metadata block stays well below the format's 4080 bytes. */
const MAX_TITLE_BYTES = 480;

/** The title announced for a piece of the programme; compared by identity, so make one per change. */
export interface StreamTitle {
  readonly text: string;
  /** The same in two parts, for players that show them separately; without an artist, the whole is the title. */
  readonly artist: string;
  readonly title: string;
  /** The complete ICY metadata block: length byte, text and zero padding. */
  readonly icyBlock: Buffer;
}

/** A listener's position in the interleaving of audio and metadata. */
export interface IcyState {
  readonly bytesUntilTitle: number;
  /** null until the first metadata block is sent. */
  readonly lastTitle: StreamTitle | null;
}

export const ICY_START: IcyState = { bytesUntilTitle: ICY_METAINT, lastTitle: null };
const UNCHANGED = Buffer.from([0]);

/**
 * Prepares a title for the stream: one line, safe for players, cut at a character boundary.
 * @param parts of the text, if known
 */
export function createStreamTitle(
  text: string,
  parts: { readonly artist: string; readonly title: string } = { artist: "", title: text },
): StreamTitle {
  const oneLine = toOneLine(text);
  // The format has no escaping: readers look for `';`, so the quote before a semicolon becomes a typographic one.
  const harmless = cutUtf8(oneLine.replaceAll(/'(?=;)/g, "\u2019")).replace(/'$/, "\u2019");
  const payload = Buffer.from(`StreamTitle='${harmless}';`, "utf8");
  const units = Math.ceil(payload.length / 16);
  const icyBlock = Buffer.alloc(1 + units * 16);
  icyBlock[0] = units;
  payload.copy(icyBlock, 1);
  const artist = cutUtf8(toOneLine(parts.artist).trim());
  const title = cutUtf8(toOneLine(parts.title));
  return { text: cutUtf8(oneLine), artist, title, icyBlock };
}

function toOneLine(text: string): string {
  return text.normalize("NFC").replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

/** `Artist - Title`, or whichever exists. */
export function titleOfTrack({
  artist,
  title,
}: {
  readonly artist: string;
  readonly title: string;
}): string {
  return artist.trim() === "" ? title : `${artist} - ${title}`;
}

/**
 * Interleaves metadata with the bytes of one block, from this listener's position.
 * @returns the pieces to write, in order, sharing the block's memory
 */
export function interleaveTitle({
  bytes,
  title,
  state,
}: {
  readonly bytes: Buffer;
  readonly title: StreamTitle;
  readonly state: IcyState;
}): { readonly pieces: readonly Buffer[]; readonly state: IcyState } {
  const pieces: Buffer[] = [];
  let { bytesUntilTitle, lastTitle } = state;
  let from = 0;
  while (from < bytes.length) {
    const to = Math.min(bytes.length, from + bytesUntilTitle);
    pieces.push(bytes.subarray(from, to));
    bytesUntilTitle -= to - from;
    from = to;
    if (bytesUntilTitle > 0) continue;
    pieces.push(title === lastTitle ? UNCHANGED : title.icyBlock);
    lastTitle = title;
    bytesUntilTitle = ICY_METAINT;
  }
  return { pieces, state: { bytesUntilTitle, lastTitle } };
}

function cutUtf8(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= MAX_TITLE_BYTES) return text;
  let end = MAX_TITLE_BYTES;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString("utf8");
}
