import { NameMap } from "../protocol/casemapping.ts";
import { type Capability, offeredCapabilities } from "./capabilities.ts";
import type { Channel, User } from "./users-and-channels.ts";
import { createChannel, prefixOf, restoreChannel } from "./channel.ts";
import { serverCasemapping } from "./isupport-tokens.ts";
import type { IrcServerOptions, Member, Person, ServerBan } from "./server-options.ts";

/** A user who has left. */
interface FormerUser {
  readonly nick: string;
  readonly username: string;
  readonly host: string;
  readonly realName: string;
  readonly leftAtMs: number;
}

/** All server state. Only commands and virtual users change it. */
export interface ServerState {
  readonly options: IrcServerOptions;
  readonly offered: readonly Capability[];
  readonly startedAtMs: number;
  /** Ports it serves with TLS. */
  readonly tlsPorts: number[];
  /** Registered users. */
  readonly users: NameMap<User>;
  /** Connections still registering. */
  readonly connecting: Set<User>;
  readonly channels: NameMap<Channel>;
  /** Keyed by mask. */
  readonly bans: NameMap<ServerBan>;
  /** Newest last. */
  readonly formerUsers: FormerUser[];
  /** MONITOR: users watching a nick. */
  readonly watchers: NameMap<Set<User>>;
  mostUsers: number;
  readonly nextMessageId: () => string;
}

export function createServerState(
  options: IrcServerOptions,
  nextMessageId: () => string,
): ServerState {
  const startedAtMs = options.nowMs();
  const server: ServerState = {
    options,
    offered: offeredCapabilities({
      accounts: options.authenticate !== undefined,
      history: options.history !== undefined,
    }),
    startedAtMs,
    tlsPorts: [],
    users: new NameMap(serverCasemapping),
    connecting: new Set(),
    channels: new NameMap(serverCasemapping),
    bans: new NameMap(serverCasemapping),
    formerUsers: [],
    watchers: new NameMap(serverCasemapping),
    mostUsers: 0,
    nextMessageId,
  };
  for (const ban of options.bans) server.bans.set(ban.mask, ban);
  for (const { name, topic, settings, masks } of options.channels) {
    const channel = createChannel({
      name,
      createdAtMs: startedAtMs,
      isRegistered: true,
      flags: ["n", "t"],
      topic: topic === "" ? undefined : { text: topic, setBy: options.name, setAtMs: startedAtMs },
    });
    if (settings !== undefined) restoreChannel(channel, settings);
    for (const { mode, ...entry } of masks) channel.lists[mode].push(entry);
    server.channels.set(name, channel);
  }
  return server;
}

/** Removes a user from a channel, and the channel itself once it is empty and not registered. */
export function removeMember(server: ServerState, channel: Channel, user: User): void {
  channel.members.delete(user);
  user.channels.delete(channel);
  if (channel.members.size === 0 && !channel.isRegistered) server.channels.delete(channel.name);
}

/** Everyone who shares a channel with a user, except that user. */
export function neighboursOf(user: User): ReadonlySet<User> {
  const neighbours = new Set<User>();
  for (const channel of user.channels)
    for (const member of channel.members.keys()) neighbours.add(member);
  neighbours.delete(user);
  return neighbours;
}

export function describePerson(user: User): Person {
  const { nick, username, host, account, isVirtual, isBot, isOperator } = user;
  return { nick, username, host, account, isVirtual, isBot, isOperator };
}

export function describeMember(channel: Channel, user: User): Member {
  return {
    ...describePerson(user),
    prefix: prefixOf(channel.members.get(user), true),
    away: user.away,
  };
}
