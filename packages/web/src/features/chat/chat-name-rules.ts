import { CHAT_NAME_LENGTHS } from "@neonrelay/contract/callers";

/** Strips the ASCII characters that nicks can't have, and truncates the name. Other letters stay visible. */
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

/** The command that asks for a name; it returns to the field if the station refuses. */
export function renameText(name: string): string {
  return `/nick ${name}`;
}

/** Folds a nick for comparison, as IRC does: ignores the case of A to Z. */
export function foldNick(nick: string): string {
  return nick.replaceAll(/[A-Z]/g, (capital) => capital.toLowerCase());
}
