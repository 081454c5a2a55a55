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
