import type { Member } from "@neonrelay/irc/client";

/** Prefix of a stored entry of any list but that of bans. */
const QUIET_PREFIX = "+q ";

/**
 * The mask for a ban: the host, as operators ban by hand. Users who share a host are told apart: users of
 * one machine by a name it vouches for (without "~"), and users behind a proxy on the station's machine by the nick.
 */
export function guestMask(
  { nick, user, host }: Pick<Member, "nick" | "user" | "host">,
  { isSharedHost }: { readonly isSharedHost: boolean },
): string {
  if (host === undefined || isSharedHost) return `${nick}!*@${host ?? "*"}`;
  return user === undefined || user.startsWith("~") ? `*!*@${host}` : `*!${user}@${host}`;
}

/** An entry of a list as a sanction remembers it. */
export function toIrcMask({
  mode,
  mask,
}: {
  readonly mode: string;
  readonly mask: string;
}): string {
  return mode === "q" ? `${QUIET_PREFIX}${mask}` : mask;
}

export function fromIrcMask(ircMask: string): { readonly mode: "b" | "q"; readonly mask: string } {
  return ircMask.startsWith(QUIET_PREFIX)
    ? { mode: "q", mask: ircMask.slice(QUIET_PREFIX.length) }
    : { mode: "b", mask: ircMask };
}
