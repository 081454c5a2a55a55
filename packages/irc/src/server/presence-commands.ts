import { isValidNick } from "../protocol/names.ts";
import { truncateText } from "../protocol/split-text.ts";
import type { CommandContext, CommandTable } from "./command.ts";
import { fromUser, sendError, sendFail, sendNumeric } from "./delivery.ts";
import { ERR, RPL } from "./numerics.ts";
import { describePerson, neighboursOf, type ServerState } from "./server-state.ts";
import { unwatch, watch } from "./user-lifecycle.ts";
import type { User } from "./users-and-channels.ts";

/** AWAY, ISON and MONITOR. */
export const presenceCommands: CommandTable = {
  AWAY: { when: "registered", minParams: 0, run: away },
  SETNAME: { when: "registered", minParams: 1, run: setName },
  MONITOR: { when: "registered", minParams: 1, run: monitor },
};

function away({ server, user, message }: CommandContext): void {
  const text = truncateText(message.params[0] ?? "", server.options.limits.awayBytes);
  user.away = text === "" ? undefined : text;
  if (text === "")
    sendNumeric(server, user, RPL.UNAWAY, ["You are no longer marked as being away"]);
  else sendNumeric(server, user, RPL.NOWAWAY, ["You have been marked as being away"]);
  const outgoing = fromUser(server, user, "AWAY", text === "" ? [] : [text]);
  for (const { link } of neighboursOf(user))
    if (link.capabilities.has("away-notify")) link.send(outgoing);
  server.options.observe({ type: "away", who: describePerson(user), away: user.away });
}

function setName({ server, user, message }: CommandContext): void {
  const name = message.params[0] ?? "";
  if (name === "" || Buffer.byteLength(name) > server.options.limits.realNameBytes) {
    sendFail(server, user, ["SETNAME", "INVALID_REALNAME", "Realname is not valid"]);
    return;
  }
  user.realName = name;
  const outgoing = fromUser(server, user, "SETNAME", [name]);
  for (const { link } of [user, ...neighboursOf(user)])
    if (link.capabilities.has("setname")) link.send(outgoing);
}

function monitor({ server, user, message }: CommandContext): void {
  const [action = "", list = ""] = message.params;
  const nicks = list.split(",").filter((nick) => nick !== "");
  switch (action.toUpperCase()) {
    case "+":
      startWatching(server, user, nicks);
      return;
    case "-":
      for (const nick of nicks) unwatch(server, user, nick.toLowerCase());
      return;
    case "C":
      for (const nick of user.monitored) unwatch(server, user, nick);
      return;
    case "L":
      for (const nick of user.monitored) sendNumeric(server, user, RPL.MONLIST, [nick]);
      sendNumeric(server, user, RPL.ENDOFMONLIST, ["End of MONITOR list"]);
      return;
    case "S":
      for (const nick of user.monitored) sendPresence(server, user, nick);
      return;
    default:
  }
}

function startWatching(server: ServerState, user: User, nicks: readonly string[]): void {
  const { limits } = server.options;
  for (const [index, nick] of nicks.entries()) {
    const name = nick.toLowerCase();
    if (!isValidNick(name, limits.nickBytes)) continue;
    if (!user.monitored.has(name) && user.monitored.size >= limits.monitored) {
      sendError(server, user, ERR.MONLISTFULL, [
        String(limits.monitored),
        nicks.slice(index).join(","),
      ]);
      return;
    }
    watch(server, user, name);
    sendPresence(server, user, nick);
  }
}

function sendPresence(server: ServerState, user: User, nick: string): void {
  const found = server.users.get(nick);
  if (found === undefined) sendNumeric(server, user, RPL.MONOFFLINE, [nick]);
  else sendNumeric(server, user, RPL.MONONLINE, [`${found.nick}!${found.username}@${found.host}`]);
}
