import { CHAT_NAME_LENGTHS } from "@neonrelay/contract/callers";

/** Strips the signs of ASCII that nicks can't have, and shortens the name to its maximum. Other letters stay in sight. */
export function stripChatName(typed: string): string {
  return typed
    .replaceAll(/[\s\0-\x7f]/g, (sign) => (/[\w\-[\]\\`|{}]/.test(sign) ? sign : ""))
    .slice(0, CHAT_NAME_LENGTHS.longest);
}

export function isChatName(name: string): boolean {
  return (
    name.length >= CHAT_NAME_LENGTHS.shortest &&
    name.length <= CHAT_NAME_LENGTHS.longest &&
    /^[\w\-[\]\\`|{}]+$/.test(name)
  );
}

/** The text that asks for a name; it comes back when the station refuses that. */
export function renameText(name: string): string {
  return `/nick ${name}`;
}

/** Nicks compared as IRC does: the case of A to Z does not matter. */
export function foldNick(nick: string): string {
  return nick.replaceAll(/[A-Z]/g, (capital) => capital.toLowerCase());
}
