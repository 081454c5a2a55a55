import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** A peer sent a line longer than the reader's bound. */
export class LineTooLongError extends Error {
  override readonly name = "LineTooLongError";
}

/**
 * Yields each newline-delimited JSON value of `input`, in order, until it ends.
 * The values are unknown: the caller parses them with a schema.
 * @param maxLineBytes longest line accepted, in UTF-16 units; bounds the memory a bad peer can use
 * @throws LineTooLongError, or SyntaxError when a line is not JSON
 */
export async function* readJsonLines(
  input: Readable,
  { maxLineBytes }: { readonly maxLineBytes: number },
): AsyncGenerator<unknown, void, undefined> {
  const decoder = new StringDecoder("utf8");
  let pending: string[] = [];
  let pendingLength = 0;
  for await (const chunk of input) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("readJsonLines needs a stream of bytes");
    const text = decoder.write(chunk);
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      pending.push(text.slice(from, at));
      const line = pending.join("");
      pending = [];
      pendingLength = 0;
      from = at + 1;
      if (line.length > maxLineBytes)
        throw new LineTooLongError(`line of ${line.length} characters`);
      if (line.trim() !== "") yield JSON.parse(line);
    }
    if (from < text.length) {
      pending.push(text.slice(from));
      pendingLength += text.length - from;
      if (pendingLength > maxLineBytes)
        throw new LineTooLongError(`line over ${maxLineBytes} characters`);
    }
  }
}

/**
 * Reads the one value a peer sends as its question. A late peer is cut off, however much of its line has arrived.
 * @param limitMs for the whole line, from now
 * @returns undefined when the peer ended before its line, or was late
 * @throws the errors of `readJsonLines`
 */
export async function readFirstJsonLine(
  socket: Socket,
  { maxLineBytes, limitMs }: { readonly maxLineBytes: number; readonly limitMs: number },
): Promise<unknown> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, limitMs);
  try {
    const first = await readJsonLines(socket, { maxLineBytes }).next();
    return first.done === true ? undefined : first.value;
  } catch (error) {
    if (!isLate) throw error;
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Serialises one value as one line, newline included. */
export function toJsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
