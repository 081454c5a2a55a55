import { fstatSync } from "node:fs";

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
