import * as z from "zod";
import { fstatSync } from "node:fs";

const namedLineSchema = z.object({ part: z.string().max(20) });
const PART_WIDTH = 8;

/**
 * Prefixes a part's output line with the part's name: `engine
 * {…}`. JSON lines name their part themselves.
 */
export function prefixLine({
  line,
  part,
}: {
  readonly line: string;
  readonly part: string;
}): string {
  return `${partOf(line, part).padEnd(PART_WIDTH)} | ${line}`;
}

function partOf(line: string, fallback: string): string {
  if (!line.startsWith("{")) return fallback;
  try {
    const parsed = namedLineSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data.part : fallback;
  } catch {
    return fallback; // only looks like JSON: pass it on unchanged
  }
}

/** Syslog priorities, as `journalctl -p` uses them. */
const priorities = { fatal: 2, error: 3, warn: 4, info: 6, debug: 7, trace: 7 } as const;
type Level = keyof typeof priorities;

/**
 * Whether a file descriptor of this process is systemd's journal.
 * @param stream JOURNAL_STREAM: device and inode of the descriptor that systemd passed
 */
export function isJournal(stream: string | undefined, fd: number): boolean {
  if (stream === undefined) return false;
  const { dev, ino } = fstatSync(fd);
  return stream === `${dev}:${ino}`;
}

/** Formats a log line for the journal: with its priority in front (sd-daemon(3)). */
export function toJournalLine(line: string): string {
  const level = /^[\w-]+ *\| \{"level":"(\w+)"/.exec(line)?.[1] ?? "";
  return isLevel(level) ? withPriority(line, level) : line;
}

/** Prefixes every line, as each becomes its own entry. */
export function withPriority(text: string, level: Level): string {
  return text.replaceAll(/^/gm, `<${priorities[level]}>`);
}

function isLevel(text: string): text is Level {
  return Object.hasOwn(priorities, text);
}

/**
 * Keeps this process running after the reader of its output is gone, as with `| head` or a restarted log program:
 * commands finish, and the station stays on air.
 */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
}
