import { CHAT_NAME_LENGTHS } from "@neonrelay/contract/callers";

export const CHAT_NAME_TOO_SHORT = "Username must be at least 2 characters long";
export const CHAT_NAME_RULE =
  "A name has 2 to 20 of the letters A to Z, digits and _ - [ ] \\ ` | { }";

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

/** What is wrong with a name; undefined: nothing, or nothing yet, while it is typed. */
export function chatNameProblem(
  name: string,
  { isSent }: { readonly isSent: boolean },
): string | undefined {
  if (/[^\0-\x7f]/.test(name)) return CHAT_NAME_RULE;
  return isSent && !isChatName(name) ? CHAT_NAME_TOO_SHORT : undefined;
}

/** The text that asks for a name; it comes back when the station refuses that. */
export function renameText(name: string): string {
  return `/nick ${name}`;
}

/** Nicks compared as IRC does: the case of A to Z does not matter. */
export function foldNick(nick: string): string {
  return nick.replaceAll(/[A-Z]/g, (capital) => capital.toLowerCase());
}
