import { matchesMask } from "@neonrelay/irc/protocol";
import type { ChannelMask, ChannelView } from "@neonrelay/irc/server";
import type { Restriction } from "../events/station-events.ts";
import { actorName } from "../logs/system-log-rules.ts";
import type { Member } from "@neonrelay/irc/client";

/** Prefix of mute masks; others are bans. */
export const MUTE_PREFIX = "~m:";

/** What the channel's IRC lists forbid a user without rank, bans first; null: nothing. */
export function restrictionByMasks(
  masks: readonly ChannelMask[],
  {
    nick,
    username,
    host,
  }: { readonly nick: string; readonly username: string; readonly host: string },
): Restriction | null {
  const person = `${nick}!${username}@${host}`;
  const covers = (mask: string): boolean => matchesMask(mask, person, "ascii");
  if (masks.some(({ mode, mask }) => mode === "e" && covers(mask))) return null;
  const bans = masks.filter(({ mode }) => mode === "b");
  const ban = bans.find(({ mask }) => covers(mask));
  const mutes = ({ mask }: ChannelMask): boolean =>
    mask.startsWith(MUTE_PREFIX) && covers(mask.slice(MUTE_PREFIX.length));
  const isExempt = masks.some((entry) => entry.mode === "e" && mutes(entry));
  const mute = isExempt ? undefined : bans.find(mutes);
  const found = ban ?? mute;
  if (found === undefined) return null;
  return {
    kind: found === ban ? "ban" : "mute",
    by: actorName({ kind: "channel-operator", nick: found.setBy }),
    reason: maskReason(found.mask),
    until: null,
  };
}

/** What +m forbids a user with neither voice nor operator rank; null: nothing. */
export function restrictionByModeration(
  { settings, members }: Pick<ChannelView, "settings" | "members">,
  nick: string,
): Restriction | null {
  if (!settings.flags.includes("m")) return null;
  if (members.some((member) => member.nick === nick && member.prefix !== "")) return null;
  const reason = "the channel is moderated: only voiced users and operators can speak";
  return { kind: "mute", by: "the channel's mode +m", reason, until: null };
}

/** Why a user matching a mask may not speak or join. */
export function maskReason(mask: string): string {
  return `${mask} on IRC`;
}

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
