import { readChatText, type ChatMessage, type ChatRun } from "@neonrelay/contract";
import { cleanText } from "../logs/clean-text.ts";

/** A message of the channel, from either side. */
export interface ChatLine {
  readonly username: string;
  readonly message: string;
  readonly isBot: boolean;
  readonly kind: ChatMessage["kind"];
  readonly origin: ChatMessage["origin"];
  readonly runs: readonly ChatRun[] | null;
}

/** A chat message as stored in the database. */
export interface StoredChatMessage extends ChatLine {
  readonly id: string;
  readonly timestamp: Date;
  readonly notDelivered: string | null;
}

export function toChatMessage(stored: StoredChatMessage): ChatMessage {
  const { id, username, message, timestamp, isBot, kind, origin, runs, notDelivered } = stored;
  return {
    id,
    username,
    message,
    timestamp: timestamp.toISOString(),
    isBot,
    kind,
    origin,
    runs: runs === null ? null : [...runs],
    notDelivered,
  };
}

/** A message typed in a browser: any text that the contract accepts. */
export function webLine({
  username,
  text,
}: {
  readonly username: string;
  readonly text: string;
}): ChatLine {
  const typed = readChatText(text);
  const isAction = typed.kind === "action";
  return {
    username,
    message: cleanText(isAction || typed.kind === "message" ? typed.text : text),
    isBot: false,
    kind: isAction ? "action" : "message",
    origin: "web",
    runs: null,
  };
}

/** A message of the station's own, under its bot's name. */
export function stationLine({
  username,
  text,
}: {
  readonly username: string;
  readonly text: string;
}): ChatLine {
  return { username, message: text, isBot: true, kind: "message", origin: "station", runs: null };
}

/**
 * Names that IRC treats as equal are equal here, too: our server's casemapping is ascii, so only the case of A to Z is
 * ignored, as with user names.
 */
export function foldName(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => capital.toLowerCase());
}

/** The IRC nick for a chat name: names that begin with a digit or a hyphen get a leading "_". */
export function toNick(name: string): string {
  return /^[\d-]/.test(name) ? `_${name}` : name;
}

/** The user names that map to that nick; see toNick. */
export function usernamesOf(name: string): readonly string[] {
  return /^_[\d-]/.test(name) ? [name, name.slice(1)] : [name];
}

/** Maximum number of present nicks in a message: more looks like mass-mention spam. */
export const MENTION_LIMIT = 4;

/** Whether a text names more present nicks than a message may. */
export function namesTooMany(text: string, presentNicks: readonly string[]): boolean {
  const present = new Set(presentNicks.map(foldName));
  const named = new Set<string>();
  for (const [word] of text.matchAll(/[\w\-[\]\\`^{|}]+/g)) {
    const folded = foldName(word);
    if (present.has(folded)) named.add(folded);
  }
  return named.size > MENTION_LIMIT;
}
