import { cleanText } from "../text/clean-text.ts";

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
