import type { ChannelSettings } from "./server-options.ts";
import type { User } from "./user.ts";

export const flagModes = ["i", "m", "n", "s", "t", "C"] as const;
export type FlagMode = (typeof flagModes)[number];
/** Bans, exceptions to them, and masks that need no invitation. */
export const listModes = ["b", "e", "I"] as const;
export type ListMode = (typeof listModes)[number];

export interface Membership {
  isOperator: boolean;
  isVoiced: boolean;
}

export interface Topic {
  readonly text: string;
  /** A nick, or the server's name. */
  readonly setBy: string;
  readonly setAtMs: number;
}

export interface ListEntry {
  readonly mask: string;
  readonly setBy: string;
  readonly setAtMs: number;
}

/** A channel. One that is registered stays when its last member leaves. */
export interface Channel {
  readonly name: string;
  readonly createdAtMs: number;
  readonly isRegistered: boolean;
  topic: Topic | undefined;
  /** What was said of it last; the text is "" when it was taken away. undefined: nobody has set one. */
  topicChange: Topic | undefined;
  readonly flags: Set<FlagMode>;
  key: string | undefined;
  userLimit: number | undefined;
  readonly members: Map<User, Membership>;
  readonly lists: Readonly<Record<ListMode, ListEntry[]>>;
  readonly invited: Set<User>;
}

export function createChannel(options: {
  readonly name: string;
  readonly createdAtMs: number;
  readonly isRegistered: boolean;
  readonly flags: Iterable<FlagMode>;
  readonly topic: Topic | undefined;
}): Channel {
  return {
    ...options,
    topicChange: undefined,
    flags: new Set(options.flags),
    key: undefined,
    userLimit: undefined,
    members: new Map(),
    lists: { b: [], e: [], I: [] },
    invited: new Set(),
  };
}

/** What operators have made of a channel. */
export function channelSettings(channel: Channel): ChannelSettings {
  const { topicChange: topic, flags, key, userLimit } = channel;
  return { topic, flags: [...flags].join(""), key, userLimit };
}

/** Makes of a channel what operators had made of it. */
export function restoreChannel(channel: Channel, settings: ChannelSettings): void {
  const { topic, flags, key, userLimit } = settings;
  if (topic !== undefined) changeTopic(channel, topic);
  channel.flags.clear();
  for (const mode of flagModes) if (flags.includes(mode)) channel.flags.add(mode);
  channel.key = key;
  channel.userLimit = userLimit;
}

/** @param change its text is "" to take the topic away */
export function changeTopic(channel: Channel, change: Topic): void {
  channel.topicChange = change;
  channel.topic = change.text === "" ? undefined : change;
}

/** The prefixes of a member, highest first; all of them only for multi-prefix. */
export function prefixOf(membership: Membership | undefined, isMulti: boolean): string {
  const operator = membership?.isOperator === true ? "@" : "";
  const voice = membership?.isVoiced === true ? "+" : "";
  return isMulti || operator === "" ? operator + voice : operator;
}
