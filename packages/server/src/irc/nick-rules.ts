import { foldName } from "../chat/chat-rules.ts";
import type { PresentNick } from "../chat/name-safety-rules.ts";

/**
 * Nicks in the channel that a nick must not look like, on the station's own server. Users keep their current nick, in
 * either case. Nobody counts as an operator here: a client that returns before its old connection has ended appends a
 * "_" to its nick by itself.
 * @param currentNick of the user who wants it; undefined: not registered yet
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
