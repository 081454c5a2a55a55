import {
  type Channel,
  type FlagMode,
  flagModes,
  type Membership,
  type Topic,
} from "./users-and-channels.ts";
import type { ChannelSettings } from "./server-options.ts";

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

/** The settings operators gave a channel. */
export function channelSettings(channel: Channel): ChannelSettings {
  const { topicChange: topic, flags, key, userLimit } = channel;
  return { topic, flags: [...flags].join(""), key, userLimit };
}

/** Applies stored operator settings to a channel. */
export function restoreChannel(channel: Channel, settings: ChannelSettings): void {
  const { topic, flags, key, userLimit } = settings;
  if (topic !== undefined) changeTopic(channel, topic);
  channel.flags.clear();
  for (const mode of flagModes) if (flags.includes(mode)) channel.flags.add(mode);
  channel.key = key;
  channel.userLimit = userLimit;
}

/** @param change its text is "" to remove the topic */
export function changeTopic(channel: Channel, change: Topic): void {
  channel.topicChange = change;
  channel.topic = change.text === "" ? undefined : change;
}

/** A member's prefixes, highest first; only multi-prefix gets more than one. */
export function prefixOf(membership: Membership | undefined, isMulti: boolean): string {
  const operator = membership?.isOperator === true ? "@" : "";
  const voice = membership?.isVoiced === true ? "+" : "";
  return isMulti || operator === "" ? operator + voice : operator;
}
