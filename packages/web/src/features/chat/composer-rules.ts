import { chatTextRefusal, readChatText } from "@neonrelay/contract/callers";
import { chatNameLike } from "./chat-name-letters.ts";
import { CHAT_NAME_RULE } from "./chat-name-problem.ts";
import { isChatName, renameText } from "./chat-name-rules.ts";

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
