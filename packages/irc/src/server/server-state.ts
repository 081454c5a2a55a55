import { NameMap } from "../protocol/casemapping.ts";
import { type Capability, offeredCapabilities } from "./capabilities.ts";
import type { Channel, User } from "./users-and-channels.ts";
import { createChannel, prefixOf, restoreChannel } from "./channel.ts";
import { serverCasemapping } from "./server-casemapping.ts";
import type { IrcServerOptions, Member, Person, ServerBan } from "./server-options.ts";

/** Someone who was here. */
interface FormerUser {
  readonly nick: string;
  readonly username: string;
  readonly host: string;
  readonly realName: string;
  readonly leftAtMs: number;
}

/** Everything the server knows. Whatever changes it is a command or a virtual user. */
export interface ServerState {
  readonly options: IrcServerOptions;
  readonly offered: readonly Capability[];
  readonly startedAtMs: number;
  /** Ports it listens on with TLS. */
  readonly tlsPorts: number[];
  /** Registered users. */
  readonly users: NameMap<User>;
  /** Connections on their way to be registered. */
  readonly connecting: Set<User>;
  readonly channels: NameMap<Channel>;
  /** By their masks. */
  readonly bans: NameMap<ServerBan>;
  /** Newest last. */
  readonly formerUsers: FormerUser[];
  /** Who waits for a nick to come or to go. */
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

/** Removes a user from a channel, and the channel once it is empty and not registered. */
export function removeMember(server: ServerState, channel: Channel, user: User): void {
  channel.members.delete(user);
  user.channels.delete(channel);
  if (channel.members.size === 0 && !channel.isRegistered) server.channels.delete(channel.name);
}

/** Everyone who shares a channel with a user, except the user. */
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
