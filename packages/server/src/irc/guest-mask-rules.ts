import type { Member } from "@neonrelay/irc/client";

/** Prefix of stored entries of every list except bans. */
const QUIET_PREFIX = "+q ";

/**
 * The mask for a ban: the host, as operators ban by hand. Users of a shared host are told apart: on one machine by the
 * user name that it vouches for (without "~"), behind a proxy on the station's machine by the nick.
 */
export function guestMask(
  { nick, user, host }: Pick<Member, "nick" | "user" | "host">,
  { isSharedHost }: { readonly isSharedHost: boolean },
): string {
  if (host === undefined || isSharedHost) return `${nick}!*@${host ?? "*"}`;
  return user === undefined || user.startsWith("~") ? `*!*@${host}` : `*!${user}@${host}`;
}

/** A list entry in the form a sanction stores. */
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
