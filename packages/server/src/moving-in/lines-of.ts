import { UnreadableOrigin } from "./moved-station.ts";

/** mysqldump writes statements of up to 1 GB; rows of AzuraCast and LibreTime are far shorter. */
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

export interface Line {
  /** Starts at 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * Yields the lines of a file of any size, one in memory at a time. Text that is not UTF-8 is decoded as windows-1252.
 * @throws UnreadableOrigin when a line is too long
 */
export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let number = 0;
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from);
      const part = chunk.subarray(from, end === -1 ? undefined : end);
      length += part.length;
      if (length > LONGEST_LINE_BYTES)
        throw new UnreadableOrigin(`line ${number + 1} is longer than 64 MiB`);
      parts.push(part);
      if (end === -1) break;
      number += 1;
      yield { number, text: decode(Buffer.concat(parts)) };
      parts = [];
      length = 0;
      from = end + 1;
    }
  }
  if (length > 0) yield { number: number + 1, text: decode(Buffer.concat(parts)) };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const latin = new TextDecoder("windows-1252");

function decode(line: Buffer): string {
  const bytes = line.at(-1) === RETURN ? line.subarray(0, -1) : line;
  try {
    return utf8.decode(bytes);
  } catch {
    return latin.decode(bytes); // not UTF-8
  }
}
