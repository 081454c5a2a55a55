/** Longest line that is used. */
const MAX_LINE_LENGTH = 8 * 1024;
const MAX_LINES = 50_000;

/** The lines of a foreign playlist, within limits. */
interface PlaylistLines {
  /** Trimmed; empty lines are omitted. */
  readonly lines: readonly string[];
  /** False if a line was too long, or there were too many. */
  readonly isWhole: boolean;
}

/** Splits a playlist in one pass: at most 50,000 lines of 8 KiB. */
export function playlistLines(text: string): PlaylistLines {
  const lines: string[] = [];
  let isWhole = true;
  let from = 0;
  while (from < text.length) {
    const to = endOfLine(text, from);
    if (to - from > MAX_LINE_LENGTH) isWhole = false;
    else {
      const line = text.slice(from, to).trim();
      if (line !== "") lines.push(line);
    }
    from = to + 1;
    if (lines.length === MAX_LINES) return { lines, isWhole: false };
  }
  return { lines, isWhole };
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}
