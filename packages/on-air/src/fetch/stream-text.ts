/** What a stream says is on air there. */
export interface ForeignTitle {
  readonly artist: string;
  readonly title: string;
}

const MAX_CHARACTERS = 500;
const utf8 = new TextDecoder("utf-8", { fatal: true });
const windows1252 = new TextDecoder("windows-1252");

/** Text of unknown encoding: UTF-8 where it is that, else what old software writes, windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes); // not UTF-8; every byte means something there
  }
}

/**
 * `Artist - Title`, as most streams write it.
 * @param station stands for the artist where there is none
 * @returns null for an empty one
 */
export function readTitle(text: string, station: string): ForeignTitle | null {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, MAX_CHARACTERS)
    .toWellFormed();
  const [, artist = "", title = ""] = /^(.*?) - (.*)$/u.exec(line) ?? [];
  if (artist.trim() !== "" && title.trim() !== "")
    return { artist: artist.trim(), title: title.trim() };
  const whole = line.replaceAll(/^[\s-]+|[\s-]+$/gu, "");
  return whole === "" ? null : { artist: station, title: whole };
}
