import { trimBlank } from "./visible-text.ts";

/** What a text typed into the chat asks for. */
export type TypedChatText =
  | { readonly kind: "message" | "action"; readonly text: string }
  /** A command of IRC, which may hold a password: it is never said. `name` is in lower case. */
  | { readonly kind: "command"; readonly name: string; readonly argument: string }
  | { readonly kind: "nothing" };

const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const UNSEEN_START = /^[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]+/u;
/** Letters alone up to a blank: '/srv/music', '/r/radio' and '/8' are text. */
const COMMAND = /^\/([a-z]+)(?:[\s\p{Z}\u2800]|$)/iu;

/**
 * '/me waves' is an action, '//text' says '/text', and any other '/word' is a command. It is judged by what can be seen,
 * in the width of ASCII, so neither a letter without a shape nor a slash of a Japanese keyboard hides a command.
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

/** Why a text is not said, and what to do; undefined: it can be. Has no word of the text. */
export function chatTextRefusal(typed: TypedChatText): string | undefined {
  switch (typed.kind) {
    case "message":
    case "action":
      return undefined;
    case "nothing":
      return "say something";
    case "command":
      if (typed.name === "me") return "write what you do behind /me, as in /me waves";
      if (typed.name === "nick")
        return "/nick works in the web app; in a call, the name is in username";
      return "nothing was sent: everyone reads this chat, which has no private messages and no commands of IRC but /me. The bot's commands begin with a dot; to say a text with a slash before it, begin with //";
    default:
      return typed satisfies never;
  }
}
