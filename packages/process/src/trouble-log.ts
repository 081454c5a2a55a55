import * as z from "zod";

/** Lines kept while no server listens; the oldest go first. */
const MAX_KEPT_LINES = 100;
/** A longer line, with a stack of many causes say, is cut to its message. */
const MAX_LINE_CHARACTERS = 8000;
const MAX_MESSAGE_CHARACTERS = 1000;
/** Lines sent per second; the rest stay in the process's own log. */
const MAX_LINES_A_SECOND = 20;

/** A process's warnings and errors on their way to the server, which stores them for operators. */
export class TroubleLog {
  #send: ((line: string) => boolean) | null = null;
  #kept: string[] = [];
  #secondBeganAtMs = -Infinity;
  #sentInSecond = 0;

  /** @param send sends a line to the server; false when there is none */
  setListener(send: (line: string) => boolean): void {
    this.#send = send;
  }

  /** A log line at warning level or above. */
  record(line: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#secondBeganAtMs >= 1000) {
      this.#secondBeganAtMs = nowMs;
      this.#sentInSecond = 0;
    }
    this.#sentInSecond += 1;
    if (this.#sentInSecond > MAX_LINES_A_SECOND) return;
    const short = shorten(line.trimEnd());
    if (this.#send?.(short) !== true) this.keep(short);
  }

  /** Stores a line that was sent but not confirmed, as if it could not be sent. */
  keep(line: string): void {
    this.#kept.push(line);
    if (this.#kept.length > MAX_KEPT_LINES) this.#kept.shift();
  }

  /** Returns the stored lines, oldest first, and forgets them. */
  take(): readonly string[] {
    const kept = this.#kept;
    this.#kept = [];
    return kept;
  }
}

const sentenceSchema = z.object({
  level: z.string(),
  time: z.string(),
  part: z.string(),
  msg: z.string().transform((text) => text.slice(0, MAX_MESSAGE_CHARACTERS)),
});

function shorten(line: string): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  return JSON.stringify(sentenceSchema.parse(JSON.parse(line)));
}
