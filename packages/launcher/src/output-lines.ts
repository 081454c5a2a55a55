import * as z from "zod";
import { fstatSync } from "node:fs";

const namedLineSchema = z.object({ part: z.string().max(20) });
const PART_WIDTH = 8;

/** Prefixes a line with the name of its part, as in `engine   | {…}`. JSON lines name their part themselves. */
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

/** Values of LOG_FORMAT. `auto` is text on a terminal, JSON elsewhere. */
export const logFormats = ["auto", "text", "json"] as const;
export type LogFormat = (typeof logFormats)[number];

/**
 * How prefixed lines are written to a stream.
 * @param isJournal they get their priority in front (sd-daemon(3))
 */
export function createLineFormat({
  format,
  isTerminal,
  isJournal,
}: {
  readonly format: LogFormat;
  readonly isTerminal: boolean;
  readonly isJournal: boolean;
}): (line: string) => string {
  const isText = format === "text" || (format === "auto" && isTerminal);
  return (line) => {
    const shown = isText ? toTextLine(line) : line;
    if (!isJournal) return shown;
    const level = /^[\w-]+ *\| \{"level":"(\w+)"/.exec(line)?.[1] ?? "";
    return isLevel(level) ? withPriority(shown, level) : shown;
  };
}

const logLineSchema = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  part: z.string(),
  msg: z.string().default(""),
});

/**
 * A log line as people read it: `04:09:14 server   message`. Info lines leave out their details. Control characters
 * are replaced, because a terminal acts on them and tags and addresses come from strangers.
 */
function toTextLine(line: string): string {
  const [, part = "", text = line] = /^([\w-]+) *\| (.*)$/s.exec(line) ?? [];
  const read = readLogLine(text);
  if (read === null) return withoutControls(`${" ".repeat(9)}${part.padEnd(PART_WIDTH)} ${text}`);
  const { level, time, part: writer, msg, error, ...details } = read;
  const mark = level === "info" ? "" : `${level.toUpperCase()} `;
  const rest =
    level === "info" || Object.keys(details).length === 0 ? "" : ` ${JSON.stringify(details)}`;
  const head = `${new Date(time).toTimeString().slice(0, 8)} ${writer.padEnd(PART_WIDTH)} ${mark}`;
  return withoutControls(`${head}${msg}${rest}${errorText(error)}`);
}

function readLogLine(text: string): z.infer<typeof logLineSchema> | null {
  if (!text.startsWith("{")) return null;
  try {
    return logLineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The stack of an error on lines of its own; else what it is. */
function errorText(error: unknown): string {
  if (error === undefined) return "";
  const { data } = z.looseObject({ stack: z.string() }).safeParse(error);
  const text = data?.stack ?? (typeof error === "string" ? error : JSON.stringify(error));
  return `\n${text}`.replaceAll("\n", "\n    ");
}

function withoutControls(text: string): string {
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, "\uFFFD");
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
