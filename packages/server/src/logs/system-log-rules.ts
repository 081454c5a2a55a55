import * as z from "zod";
import type { Caller } from "../identity/rights-rules.ts";

/** A row of the system log before it is stored. */
export interface LogRow {
  readonly level: "error" | "warn" | "info";
  /** `operator`, or the part that logged it: server, on-air, engine, launcher, playout. */
  readonly category: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly timestamp: Date;
}

const MAX_MESSAGE = 1000;
const MAX_CATEGORY = 50;
const MAX_DETAILS_CHARACTERS = 4000;
const MAX_DEPTH = 4;
const HIDDEN = "[hidden]";
const secretNames = /passw|secret|token|cookie|authori[sz]|access.?code|stream.?key|credential/i;
/** Bounded, so that a long text is not scanned again from each of its characters. */
const addressWithPassword = /(\w[\w+.-]{0,30}:\/\/[^\s:@/]{0,200}):[^\s@]{0,500}@/g;

const lineSchema = z.looseObject({
  level: z.string(),
  part: z.string(),
  msg: z.string().default(""),
  time: z.coerce.date(),
});
const errorSchema = z.object({
  type: z.string(),
  message: z.string(),
  code: z.optional(z.string()),
});

/** The row for a JSON line of a part's log; null when it is not one, or below a warning. */
export function rowOfLine(line: string): LogRow | null {
  let parsed;
  try {
    parsed = lineSchema.safeParse(JSON.parse(line));
  } catch {
    return null; // not in our log format
  }
  if (!parsed.success) return null;
  const { level, part, msg, time, ...fields } = parsed.data;
  if (level !== "warn" && level !== "error" && level !== "fatal") return null;
  return cleanRow({
    level: level === "warn" ? "warn" : "error",
    category: part,
    message: msg,
    details: fields,
    timestamp: time,
  });
}

/** Prepares a row for storage and display: bounded, without secrets or unstorable characters. */
function cleanRow(row: LogRow): LogRow {
  return {
    ...row,
    category: cleanText(row.category).slice(0, MAX_CATEGORY),
    message: cleanText(row.message).slice(0, MAX_MESSAGE),
    details: cleanDetails(row.details),
  };
}

/** Who did something: through a call, a command on the machine, a vote in the channel, or as a channel operator. */
export type Actor =
  | Caller
  | "station command"
  | "station"
  | "a vote in the channel"
  | { readonly kind: "channel-operator"; readonly nick: string };

export interface OperatorAction {
  readonly who: Actor;
  /** What was done, to follow a name: 'cleared the queue'. */
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>> | null;
}

export function operatorRow({ who, action, details }: OperatorAction, timestamp: Date): LogRow {
  const by = actorName(who);
  return cleanRow({
    level: "info",
    category: "operator",
    message: `${by} ${action}`,
    details: { ...details, by },
    timestamp,
  });
}

/** The name of an actor, for the log. */
export function actorName(who: Actor): string {
  if (typeof who === "string") return who;
  switch (who.kind) {
    case "user":
      return who.username;
    case "access-code":
      return "access code";
    case "guest":
      return "a guest";
    case "channel-operator":
      return `${who.nick} on IRC`;
    default:
      return who satisfies never;
  }
}

function cleanDetails(details: LogRow["details"]): LogRow["details"] {
  if (details === null || Object.keys(details).length === 0) return null;
  const clean = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [cleanText(name), cleanValue(name, value, 0)]),
  );
  if (JSON.stringify(clean).length <= MAX_DETAILS_CHARACTERS) return clean;
  return {
    shortened: JSON.stringify(clean)
      .slice(0, MAX_DETAILS_CHARACTERS / 2)
      .toWellFormed(),
  };
}

function cleanValue(name: string, value: unknown, depth: number): unknown {
  if (secretNames.test(name)) return HIDDEN;
  if (typeof value === "string") return cleanText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "boolean") return value;
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => cleanValue("", item, depth + 1));
  // The stack stays in the process log: people read these rows.
  const error = name === "error" ? errorSchema.safeParse(value) : null;
  const shown = error?.success === true ? error.data : value;
  return Object.fromEntries(
    Object.entries(shown).map(([key, item]) => [cleanText(key), cleanValue(key, item, depth + 1)]),
  );
}

function cleanText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().replace(addressWithPassword, `$1:${HIDDEN}@`);
}
