import { isValidNick } from "../protocol/names.ts";
import { fromServer, fromUser, sendNumeric } from "./delivery.ts";
import { ERR, type ErrorNumeric, RPL } from "./numerics.ts";
import { describePerson, neighboursOf, removeMember, type ServerState } from "./server-state.ts";
import type { User } from "./users-and-channels.ts";

/** Why a nick is invalid or taken, or undefined. */
export function refuseNick(
  server: ServerState,
  user: User,
  nick: string,
): ErrorNumeric | undefined {
  if (!isValidNick(nick, server.options.limits.nickBytes)) return ERR.ERRONEUSNICKNAME;
  const holder = server.users.get(nick);
  return holder !== undefined && holder !== user ? ERR.NICKNAMEINUSE : undefined;
}

/** Why the server's owner refuses a user this nick, or undefined. Virtual users belong to the owner. */
export function refuseReservedNick(
  server: ServerState,
  user: User,
  nick: string,
): ErrorNumeric | undefined {
  if (user.isVirtual) return undefined;
  const { accountId } = user;
  const currentNick = user.isRegistered ? user.nick : undefined;
  const reason = server.options.refuseNick(nick, { accountId, currentNick });
  return reason === undefined ? undefined : { ...ERR.NICKNAMEINUSE, text: reason };
}

/** Makes a user visible to others. The nick must already be checked. */
export function enterServer(server: ServerState, user: User): void {
  server.connecting.delete(user);
  user.isRegistered = true;
  server.users.set(user.nick, user);
  server.mostUsers = Math.max(server.mostUsers, server.users.size);
  notifyWatchers(server, user.nick, user);
}

/** Renames a user and notifies everyone who sees them. The nick must already be checked. */
export function renameUser(server: ServerState, user: User, nick: string): void {
  const oldNick = user.nick;
  const outgoing = fromUser(server, user, "NICK", [nick]);
  const isSameName = server.users.get(nick) === user;
  if (!isSameName) remember(server, user);
  server.users.delete(oldNick);
  user.nick = nick;
  server.users.set(nick, user);
  user.link.send(outgoing);
  for (const neighbour of neighboursOf(user)) neighbour.link.send(outgoing);
  if (!isSameName) {
    notifyWatchers(server, oldNick, undefined);
    notifyWatchers(server, nick, user);
  }
  server.options.observe({ type: "renamed", oldNick, who: describePerson(user) });
}

/** Removes a user from the server, notifies everyone who saw them, and ends their link. Idempotent. */
export function leaveServer(server: ServerState, user: User, reason: string): void {
  const wasConnecting = server.connecting.delete(user);
  if (!user.isRegistered && !wasConnecting) return;
  if (user.isRegistered) {
    const outgoing = fromUser(server, user, "QUIT", [reason]);
    const neighbours = neighboursOf(user);
    const channels = [...user.channels];
    user.isRegistered = false;
    server.users.delete(user.nick);
    for (const channel of channels) removeMember(server, channel, user);
    for (const channel of server.channels.values()) channel.invited.delete(user);
    for (const nick of user.monitored) unwatch(server, user, nick);
    remember(server, user);
    for (const neighbour of neighbours) neighbour.link.send(outgoing);
    notifyWatchers(server, user.nick, undefined);
    server.options.observe({
      type: "quit",
      channels: channels.map(({ name }) => name),
      who: describePerson(user),
      reason,
    });
  }
  user.link.send(
    fromServer(server, "ERROR", [`Closing link: (${user.username}@${user.host}) [${reason}]`]),
  );
  user.link.end(reason);
}

export function watch(server: ServerState, user: User, nick: string): void {
  user.monitored.add(nick);
  const watchers = server.watchers.get(nick) ?? new Set();
  watchers.add(user);
  server.watchers.set(nick, watchers);
}

export function unwatch(server: ServerState, user: User, nick: string): void {
  user.monitored.delete(nick);
  const watchers = server.watchers.get(nick);
  watchers?.delete(user);
  if (watchers?.size === 0) server.watchers.delete(nick);
}

function notifyWatchers(server: ServerState, nick: string, user: User | undefined): void {
  const words = user === undefined ? nick : `${user.nick}!${user.username}@${user.host}`;
  const code = user === undefined ? RPL.MONOFFLINE : RPL.MONONLINE;
  for (const watcher of server.watchers.get(nick) ?? [])
    sendNumeric(server, watcher, code, [words]);
}

function remember(server: ServerState, user: User): void {
  const { nick, username, host, realName } = user;
  server.formerUsers.push({
    nick,
    username,
    host,
    realName,
    leftAtMs: server.options.nowMs(),
  });
  if (server.formerUsers.length > server.options.limits.whowasEntries) server.formerUsers.shift();
}
