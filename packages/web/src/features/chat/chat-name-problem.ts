import { isChatName } from "./chat-name-rules.ts";

export const CHAT_NAME_TOO_SHORT = "Username must be at least 2 characters long";
export const CHAT_NAME_RULE =
  "A name has 2 to 20 of the letters A to Z, digits and _ - [ ] \\ ` | { }";

/** What is wrong with a name; undefined if it is valid, or not wrong so far while typing. */
export function chatNameProblem(
  name: string,
  { isSent }: { readonly isSent: boolean },
): string | undefined {
  if (/[^\0-\x7f]/.test(name)) return CHAT_NAME_RULE;
  return isSent && !isChatName(name) ? CHAT_NAME_TOO_SHORT : undefined;
}
