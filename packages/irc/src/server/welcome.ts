import { sendError, sendNumeric } from "./delivery.ts";
import { isupportLines, serverModes, userModes } from "./isupport-tokens.ts";
import { ERR, RPL } from "./numerics.ts";
import { banOf } from "./server-bans.ts";
import type { ServerState } from "./server-state.ts";
import { enterServer, leaveServer, refuseNick, refuseReservedNick } from "./user-lifecycle.ts";
import type { User } from "./users-and-channels.ts";

export const serverVersion = "embedded-1";

/** Registers a client once it has sent everything, and welcomes it in the order clients expect. */
export function completeRegistration(server: ServerState, user: User): void {
  const { options } = server;
  const { handshake } = user.link;
  if (user.nick === "*" || user.username === "" || handshake.isNegotiating) return;
  if (options.password !== undefined && handshake.password !== options.password) {
    sendError(server, user, ERR.PASSWDMISMATCH);
    leaveServer(server, user, "Bad password");
    return;
  }
  const ban = banOf(server, user);
  if (ban !== undefined) {
    sendError(server, user, {
      ...ERR.YOUREBANNED,
      text: `${ERR.YOUREBANNED.text}: ${ban.reason}`,
    });
    leaveServer(server, user, "You are banned");
    return;
  }
  // The account may be known only now, and the nick may have gone in the meantime.
  const refusal =
    refuseNick(server, user, user.nick) ?? refuseReservedNick(server, user, user.nick);
  if (refusal !== undefined) {
    const wanted = user.nick;
    user.nick = "*";
    sendError(server, user, refusal, [wanted]);
    return;
  }
  enterServer(server, user);
  const mask = `${user.nick}!${user.username}@${user.host}`;
  const { list, always, whenSet, flag } = serverModes.chanModes;
  const status = serverModes.prefix.map(({ mode }) => mode).join("");
  sendNumeric(server, user, RPL.WELCOME, [`Welcome to the ${options.network} Network ${mask}`]);
  sendNumeric(server, user, RPL.YOURHOST, [
    `Your host is ${options.name}, running version ${serverVersion}`,
  ]);
  sendNumeric(server, user, RPL.CREATED, [
    `This server was created ${new Date(server.startedAtMs).toUTCString()}`,
  ]);
  sendNumeric(server, user, RPL.MYINFO, [
    options.name,
    serverVersion,
    userModes,
    `${flag}${list}${always}${whenSet}${status}`,
    `${list}${always}${whenSet}${status}`,
  ]);
  sendIsupport(server, user);
  sendLusers(server, user);
  sendMotd(server, user);
  sendUserModes(server, user);
}

export function sendIsupport(server: ServerState, user: User): void {
  for (const line of isupportLines(server.options)) sendNumeric(server, user, RPL.ISUPPORT, line);
}

export function sendUserModes(server: ServerState, user: User): void {
  const letters = `${user.isBot ? "B" : ""}${user.isInvisible ? "i" : ""}${user.isOperator ? "o" : ""}`;
  sendNumeric(server, user, RPL.UMODEIS, [`+${letters}`]);
}

export function sendLusers(server: ServerState, user: User): void {
  const users = server.users.values();
  const invisible = users.filter(({ isInvisible }) => isInvisible).length;
  const operators = users.filter(({ isOperator }) => isOperator).length;
  const now = String(users.length);
  const most = String(server.mostUsers);
  const tell = (code: string, params: readonly string[]) => sendNumeric(server, user, code, params);
  tell(RPL.LUSERCLIENT, [
    `There are ${users.length - invisible} users and ${invisible} invisible on 1 server`,
  ]);
  tell(RPL.LUSEROP, [String(operators), "operator(s) online"]);
  tell(RPL.LUSERUNKNOWN, [String(server.connecting.size), "unknown connection(s)"]);
  tell(RPL.LUSERCHANNELS, [String(server.channels.size), "channels formed"]);
  tell(RPL.LUSERME, [`I have ${now} clients and 0 servers`]);
  tell(RPL.LOCALUSERS, [now, most, `Current local users ${now}, max ${most}`]);
  tell(RPL.GLOBALUSERS, [now, most, `Current global users ${now}, max ${most}`]);
}

export function sendMotd(server: ServerState, user: User): void {
  const { motd, name } = server.options;
  if (motd.length === 0) {
    sendError(server, user, ERR.NOMOTD);
    return;
  }
  sendNumeric(server, user, RPL.MOTDSTART, [`- ${name} Message of the day -`]);
  for (const line of motd) sendNumeric(server, user, RPL.MOTD, [`- ${line}`]);
  sendNumeric(server, user, RPL.ENDOFMOTD, ["End of MOTD command"]);
}
