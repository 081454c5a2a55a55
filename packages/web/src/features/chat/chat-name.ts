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

const KEY = "irc_username";

/** undefined if no valid name is stored. */
export function loadChatName(): string | undefined {
  try {
    const name = stripChatName(localStorage.getItem(KEY) ?? "");
    return isChatName(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** @param name undefined removes it */
export function saveChatName(name: string | undefined): void {
  try {
    if (name === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
  } catch (error) {
    console.warn("chat name not stored", error);
  }
}
