import { CHAT_NAME_LENGTHS } from "@neonrelay/contract/callers";

/** Without what a nick may not have, and no longer than a name may be. */
export function stripChatName(typed: string): string {
  return typed.replaceAll(/[^A-Za-z0-9_\-[\]\\`|{}]/g, "").slice(0, CHAT_NAME_LENGTHS.longest);
}

export function isChatName(name: string): boolean {
  return name.length >= CHAT_NAME_LENGTHS.shortest && stripChatName(name) === name;
}

/** As IRC tells nicks apart: the case of A to Z makes no difference. */
export function foldNick(nick: string): string {
  return nick.replaceAll(/[A-Z]/g, (capital) => capital.toLowerCase());
}
