import * as z from "zod";

/** Lines kept while no server listens; the oldest go first. */
const MAX_KEPT_LINES = 100;
/** A longer line, with a stack of many causes say, loses all but its sentence. */
const MAX_LINE_CHARACTERS = 8000;
/** Lines told within a second; what comes beyond is in the process's own log alone. */
const MAX_LINES_A_SECOND = 20;

/** A process's warnings and errors on their way to the server, which keeps them where operators read them. */
export class TroubleLog {
  #tell: ((line: string) => boolean) | null = null;
  #kept: string[] = [];
  #secondBeganAtMs = -Infinity;
  #toldInSecond = 0;

  /** @param tell gives a line to the server; false when none is there */
  setListener(tell: (line: string) => boolean): void {
    this.#tell = tell;
  }

  /** A line of a log, at least a warning. */
  note(line: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#secondBeganAtMs >= 1000) {
      this.#secondBeganAtMs = nowMs;
      this.#toldInSecond = 0;
    }
    this.#toldInSecond += 1;
    if (this.#toldInSecond > MAX_LINES_A_SECOND) return;
    const short = shorten(line.trimEnd());
    if (this.#tell?.(short) !== true) this.keep(short);
  }

  /** A line that was sent but not confirmed: it waits like one that could not be sent. */
  keep(line: string): void {
    this.#kept.push(line);
    if (this.#kept.length > MAX_KEPT_LINES) this.#kept.shift();
  }

  /** What was kept, oldest first; it is kept no longer. */
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
  msg: z.string().max(1000),
});

function shorten(line: string): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  return JSON.stringify(sentenceSchema.parse(JSON.parse(line)));
}
