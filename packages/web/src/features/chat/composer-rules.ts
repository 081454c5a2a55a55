import { CHAT_MESSAGE_LIMIT, chatTextRefusal, readChatText } from "@neonrelay/contract/callers";
import { CHAT_NAME_RULE, chatNameLike } from "./chat-name-problem.ts";
import { foldNick, isChatName, renameText } from "./chat-name.ts";

/** The effect of sending the field's text. A refused text stays there. */
type Submission =
  | { readonly kind: "nothing" }
  | { readonly kind: "say"; readonly message: string }
  | { readonly kind: "rename"; readonly name: string }
  | { readonly kind: "refuse"; readonly reason: string };

/** Why the station refused a name. */
export interface NameRefusal {
  readonly name: string;
  readonly reason: string;
  /** Free names, closest first. */
  readonly freeNames: readonly string[];
}

export function decideSubmission(typed: string): Submission {
  const message = typed.replaceAll(/\p{Cc}/gu, " ").trim();
  const text = readChatText(message);
  if (text.kind === "nothing") return text;
  if (text.kind === "command" && text.name === "nick") return decideRename(text.argument);
  const reason = chatTextRefusal(text);
  return reason === undefined
    ? { kind: "say", message }
    : { kind: "refuse", reason: reason.charAt(0).toUpperCase() + reason.slice(1) };
}

/** @returns undefined once the field no longer holds the refused text */
export function renameRefusal(
  { name, reason, freeNames }: NameRefusal,
  text: string,
): string | undefined {
  if (text !== renameText(name)) return undefined;
  return freeNames.length === 0 ? reason : `${reason}. Still free: ${freeNames.join(", ")}`;
}

function decideRename(name: string): Submission {
  if (isChatName(name)) return { kind: "rename", name };
  const like = chatNameLike(name);
  const offer = /^\S+$/.test(name) && like !== undefined ? `. ${renameText(like)} can be sent` : "";
  return { kind: "refuse", reason: `Write the new name behind /nick. ${CHAT_NAME_RULE}${offer}` };
}

/** A text field and the position of its caret. */
interface FieldText {
  readonly text: string;
  readonly caret: number;
}

/** The completed word, and the next completions. */
export interface Completion extends FieldText {
  readonly start: number;
  readonly choices: readonly string[];
  readonly choice: number;
}

/**
 * Completes the word before the caret on Tab. After the last nick, Tab leaves the input again, so that it never traps
 * the focus.
 * @param last the previous completion; continues from it if the field has not changed since
 * @returns undefined if there is nothing to complete
 */
export function completeNick(
  field: FieldText,
  { nicks, last }: { readonly nicks: readonly string[]; readonly last: Completion | undefined },
): Completion | undefined {
  if (last !== undefined && last.text === field.text && last.caret === field.caret)
    return choose(field, { ...last, choice: last.choice + 1 });
  const word = /\S+$/.exec(field.text.slice(0, field.caret))?.[0];
  if (word === undefined) return undefined;
  const prefix = foldNick(word.replace(/^@/, ""));
  const choices = nicks.filter((nick) => prefix !== "" && foldNick(nick).startsWith(prefix));
  return choose(field, { start: field.caret - word.length, choices, choice: 0 });
}

function choose(
  { text, caret }: FieldText,
  { start, choices, choice }: Pick<Completion, "start" | "choices" | "choice">,
): Completion | undefined {
  const nick = choices[choice];
  if (nick === undefined) return undefined;
  const completed = start === 0 ? `${nick}: ` : `${nick} `;
  return {
    text: text.slice(0, start) + completed + text.slice(caret),
    caret: start + completed.length,
    start,
    choices,
    choice,
  };
}

/** RFC 2812 §2.3: a line has 512 bytes with its CR LF; about 120 are for sender and channel. */
const TEXT_BYTES = 390;
/** Below this number the remaining characters show. */
const TELL_BELOW = 100;

/** The hint for a long message; undefined for a short message. */
export function lengthHint(text: string): string | undefined {
  const bytes = new TextEncoder().encode(text).length;
  const lines = Math.ceil(bytes / TEXT_BYTES);
  const left = CHAT_MESSAGE_LIMIT - text.length;
  const hints = [
    ...(left < TELL_BELOW ? [`${left} left`] : []),
    ...(lines > 1 ? [`about ${lines} lines on IRC (${bytes} bytes)`] : []),
  ];
  return hints.length === 0 ? undefined : hints.join(" · ");
}
