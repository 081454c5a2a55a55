import { CHAT_NAME_LENGTHS } from "@neonrelay/contract/callers";

export const CHAT_NAME_RULE =
  "A name has 2 to 20 of the letters A to Z, digits and _ - [ ] \\ ` | { }";

/** Strips characters that nicks can't have, and shortens the name to its maximum. */
export function stripChatName(typed: string): string {
  return typed.replaceAll(/[^A-Za-z0-9_\-[\]\\`|{}]/g, "").slice(0, CHAT_NAME_LENGTHS.longest);
}

export function isChatName(name: string): boolean {
  return name.length >= CHAT_NAME_LENGTHS.shortest && stripChatName(name) === name;
}

/** Nicks compared as IRC does: the case of A to Z does not matter. */
export function foldNick(nick: string): string {
  return nick.replaceAll(/[A-Z]/g, (capital) => capital.toLowerCase());
}
