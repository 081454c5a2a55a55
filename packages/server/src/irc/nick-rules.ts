import { foldName } from "../chat/chat-rules.ts";
import type { PresentNick } from "../chat/name-safety-rules.ts";

/**
 * The nicks in the channel that a nick must not look like, on the station's own server. What someone is called
 * already stays theirs, in either case. No one counts as an operator here: a client that comes back before its old
 * connection has ended adds a "_" to its nick by itself.
 * @param currentNick of the user who wants it; undefined: not welcomed yet
 */
export function nicksToCompare(
  nick: string,
  {
    nicks,
    currentNick,
  }: { readonly nicks: readonly string[]; readonly currentNick: string | undefined },
): readonly PresentNick[] {
  const own = currentNick === undefined ? undefined : foldName(currentNick);
  if (foldName(nick) === own) return [];
  return nicks
    .filter((present) => foldName(present) !== own)
    .map((present) => ({ nick: present, isOperator: false }));
}
