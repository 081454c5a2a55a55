import { trimBlank } from "./visible-text.ts";

/** Meaning of a text typed into the chat. */
export type TypedChatText =
  | { readonly kind: "message" | "action"; readonly text: string }
  /** An IRC command, which may hold a password and is never sent. `name` is in lower case. */
  | { readonly kind: "command"; readonly name: string; readonly argument: string }
  | { readonly kind: "nothing" };

const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const UNSEEN_START = /^[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]+/u;
/** Only letters up to a blank: '/srv/music', '/r/radio' and '/8' are text. */
const COMMAND = /^\/([a-z]+)(?:[\s\p{Z}\u2800]|$)/iu;

/**
 * '/me waves' is an action, '//text' sends '/text', and any other '/word' is a command. Invisible characters are
 * ignored and full-width ones read as ASCII, so neither can hide a command.
 * @example
 * readChatText("/me waves"); // { kind: "action", text: "waves" }
 */
export function readChatText(typed: string): TypedChatText {
  const text = trimBlank(typed);
  if (text === "") return { kind: "nothing" };
  const begun = text.replace(UNSEEN_START, "");
  const seen = begun.replaceAll(UNSEEN, "").normalize("NFKC");
  if (/^\/\/\S/.test(seen)) return { kind: "message", text: begun.slice(1) };
  const name = COMMAND.exec(seen)?.[1]?.toLowerCase();
  if (name === undefined) return { kind: "message", text };
  const argument = trimBlank(begun.replace(/^[^\s\p{Z}\u2800]+/u, ""));
  if (name === "me" && argument !== "") return { kind: "action", text: argument };
  return { kind: "command", name, argument };
}

/**
 * Why a text is refused, and what to do; undefined: it may be sent. Never quotes the text.
 * @example
 * chatTextRefusal(readChatText("hello")); // undefined
 */
export function chatTextRefusal(typed: TypedChatText): string | undefined {
  switch (typed.kind) {
    case "message":
    case "action":
      return undefined;
    case "nothing":
      return "say something";
    case "command":
      if (typed.name === "me") return "write what you do after /me, as in /me waves";
      if (typed.name === "nick")
        return "/nick works in the web app; in a call, the name is in username";
      return "nothing was sent: everyone reads this chat, which has no private messages and no commands of IRC but /me. The bot's commands begin with a dot; to say a text with a slash before it, begin with //";
    default:
      return typed satisfies never;
  }
}
