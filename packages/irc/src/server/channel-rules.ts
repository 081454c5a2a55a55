import { parseCtcp } from "../protocol/ctcp.ts";
import type { Channel, ListEntry, User } from "./users-and-channels.ts";
import { ERR, type ErrorNumeric } from "./numerics.ts";
import type { IrcServerOptions, PersonRestriction } from "./server-options.ts";
import { identify, isCoveredBy } from "./user.ts";

/** What the rules need from the server. */
interface Server {
  readonly options: Pick<IrcServerOptions, "restrict">;
}

/** Whether a ban keeps a user out and silent. */
function isBanned(channel: Channel, user: User): boolean {
  return isCovered(channel.lists.b, user) && !isCovered(channel.lists.e, user);
}

/**
 * Whether a ban, or a mute `~m:mask`, silences a user who is neither operator nor voiced. A mute exception, `+e
 * ~m:mask`, does not lift a ban.
 */
export function isSilenced(channel: Channel, user: User): boolean {
  const { b: bans, e: exceptions } = channel.lists;
  if (isCovered(exceptions, user)) return false;
  return isCovered(bans, user) || (isMuted(bans, user) && !isMuted(exceptions, user));
}

function isMuted(entries: readonly ListEntry[], user: User): boolean {
  return entries.some(({ mask }) => mask.startsWith("~m:") && isCoveredBy(mask.slice(3), user));
}

/** Why a user may not join, or undefined. The registered owner always may. */
export function refuseJoin(
  channel: Channel,
  user: User,
  key: string | undefined,
): ErrorNumeric | undefined {
  if (isRegisteredOperator(channel, user)) return undefined;
  if (channel.key !== undefined && channel.key !== key) return ERR.BADCHANNELKEY;
  if (channel.invited.has(user)) return undefined;
  if (isBanned(channel, user)) return ERR.BANNEDFROMCHAN;
  if (channel.flags.has("i") && !isCovered(channel.lists.I, user)) return ERR.INVITEONLYCHAN;
  if (channel.userLimit !== undefined && channel.members.size >= channel.userLimit)
    return ERR.CHANNELISFULL;
  return undefined;
}

/** Why a user may not say this in a channel, or undefined. */
export function refuseSpeech(channel: Channel, user: User, text: string): ErrorNumeric | undefined {
  const membership = channel.members.get(user);
  if (membership === undefined && channel.flags.has("n")) return ERR.CANNOTSENDTOCHAN;
  const ctcp = channel.flags.has("C") ? parseCtcp(text) : undefined;
  if (ctcp !== undefined && ctcp.command !== "ACTION") return ERR.CANNOTSENDTOCHAN;
  if (membership?.isOperator === true || membership?.isVoiced === true) return undefined;
  return channel.flags.has("m") || isSilenced(channel, user) ? ERR.CANNOTSENDTOCHAN : undefined;
}

/** The owner's reason for keeping a user out of one of its channels, or undefined. */
export function refuseEntryByOwner(
  server: Server,
  channel: Channel,
  user: User,
): ErrorNumeric | undefined {
  if (isRegisteredOperator(channel, user)) return undefined;
  const restriction = restrictionByOwner(server, channel, user);
  return restriction?.kind === "ban"
    ? { ...ERR.BANNEDFROMCHAN, text: restriction.words }
    : undefined;
}

/** The owner's reason for muting a user in one of its channels, or undefined. */
export function refuseSpeechByOwner(
  server: Server,
  channel: Channel,
  user: User,
): ErrorNumeric | undefined {
  const membership = channel.members.get(user);
  if (membership?.isOperator === true || membership?.isVoiced === true) return undefined;
  const restriction = restrictionByOwner(server, channel, user);
  return restriction === null ? undefined : { ...ERR.CANNOTSENDTOCHAN, text: restriction.words };
}

function restrictionByOwner(
  { options }: Server,
  channel: Channel,
  user: User,
): PersonRestriction | null {
  return channel.isRegistered && !user.isVirtual ? options.restrict(identify(user)) : null;
}

/** Whether a user may read history: members may, unless a ban silences them. */
export function mayReadHistory(channel: Channel, user: User): boolean {
  const membership = channel.members.get(user);
  if (membership === undefined) return false;
  return membership.isOperator || membership.isVoiced || !isBanned(channel, user);
}

/** Whether the channel is registered to the owner of the user's account. */
export function isRegisteredOperator(channel: Channel, user: User): boolean {
  return channel.isRegistered && user.keepsChannels;
}

/** Whether a user may see that the channel exists. */
export function isVisible(channel: Channel, user: User): boolean {
  return !channel.flags.has("s") || channel.members.has(user) || user.isOperator;
}

/** Whether a user has operator rank for +t topics, KICK, INVITE and MODE. */
export function hasChannelRank(channel: Channel, user: User): boolean {
  return channel.members.get(user)?.isOperator === true;
}

function isCovered(entries: readonly ListEntry[], user: User): boolean {
  return entries.some(({ mask }) => isCoveredBy(mask, user));
}
