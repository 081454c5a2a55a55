import { matchesMask } from "../protocol/names.ts";
import type { Channel, User } from "./users-and-channels.ts";
import { prefixOf } from "./channel.ts";
import { isVisible } from "./channel-rules.ts";
import type { CommandContext, CommandTable } from "./command.ts";
import { sendError, sendNumeric } from "./delivery.ts";
import { ERR, RPL } from "./numerics.ts";
import { serverCasemapping } from "./isupport-tokens.ts";
import type { ServerState } from "./server-state.ts";

/** WHO, WHOIS, WHOWAS and USERHOST. */
export const whoCommands: CommandTable = {
  WHO: { when: "registered", minParams: 0, run: who },
  WHOIS: { when: "registered", minParams: 0, run: whois },
  WHOWAS: { when: "registered", minParams: 0, run: whowas },
  USERHOST: { when: "registered", minParams: 1, run: userhost },
  ISON: { when: "registered", minParams: 1, run: ison },
};

function who({ server, user, message }: CommandContext): void {
  const [mask = "*", options = ""] = message.params;
  const percent = options.indexOf("%");
  const flags = percent === -1 ? options : options.slice(0, percent);
  const [fields = "", token = "0"] = percent === -1 ? [] : options.slice(percent + 1).split(",");
  for (const { found, channel } of findForWho(server, user, mask)) {
    if (flags.includes("o") && !found.isOperator) continue;
    if (percent === -1) sendWho(server, user, found, channel);
    else sendWhox({ server, user, found, channel, fields, token });
  }
  sendNumeric(server, user, RPL.ENDOFWHO, [mask, "End of WHO list"]);
}

interface Found {
  readonly found: User;
  readonly channel: Channel | undefined;
}

function findForWho(server: ServerState, user: User, mask: string): readonly Found[] {
  const channel = server.channels.get(mask);
  if (channel !== undefined) {
    if (!isVisible(channel, user)) return [];
    const isMember = channel.members.has(user);
    return [...channel.members.keys()]
      .filter((member) => isMember || !member.isInvisible || member === user)
      .map((found) => ({ found, channel }));
  }
  const exact = server.users.get(mask);
  if (exact !== undefined) return [{ found: exact, channel: commonChannel(exact, user) }];
  const pattern = mask === "0" || mask === "" ? "*" : mask;
  return server.users
    .values()
    .filter((other) => other === user || !other.isInvisible || commonChannel(other, user))
    .filter((other) =>
      [other.nick, other.username, other.host, other.realName].some((text) =>
        matchesMask(pattern, text, serverCasemapping),
      ),
    )
    .map((found) => ({ found, channel: commonChannel(found, user) }));
}

function commonChannel(found: User, user: User): Channel | undefined {
  return [...found.channels].find((channel) => user.channels.has(channel));
}

function whoFlags(user: User, found: User, channel: Channel | undefined): string {
  const isMulti = user.link.capabilities.has("multi-prefix");
  return [
    found.away === undefined ? "H" : "G",
    found.isOperator ? "*" : "",
    found.isBot ? "B" : "",
    prefixOf(channel?.members.get(found), isMulti),
  ].join("");
}

function sendWho(server: ServerState, user: User, found: User, channel: Channel | undefined): void {
  sendNumeric(server, user, RPL.WHOREPLY, [
    channel?.name ?? "*",
    found.username,
    found.host,
    server.options.name,
    found.nick,
    whoFlags(user, found, channel),
    `0 ${found.realName}`,
  ]);
}

function sendWhox(reply: {
  readonly server: ServerState;
  readonly user: User;
  readonly found: User;
  readonly channel: Channel | undefined;
  readonly fields: string;
  readonly token: string;
}): void {
  const { server, user, found, channel, fields, token } = reply;
  const idleSeconds = Math.floor((server.options.nowMs() - found.lastSpokeMs) / 1000);
  // Fields come in the protocol's order, whatever order was requested.
  const values: readonly (readonly [string, string])[] = [
    ["t", token],
    ["c", channel?.name ?? "*"],
    ["u", found.username],
    ["i", "255.255.255.255"],
    ["h", found.host],
    ["s", server.options.name],
    ["n", found.nick],
    ["f", whoFlags(user, found, channel)],
    ["d", "0"],
    ["l", String(idleSeconds)],
    ["a", found.account ?? "0"],
    ["o", "n/a"],
    ["r", found.realName],
  ];
  sendNumeric(
    server,
    user,
    RPL.WHOSPCRPL,
    values.filter(([field]) => fields.includes(field)).map(([, value]) => value),
  );
}

function whois({ server, user, message }: CommandContext): void {
  // With two params the first names a server, and there is only this one.
  const nick = (message.params[1] ?? message.params[0] ?? "").split(",")[0] ?? "";
  if (nick === "") {
    sendError(server, user, ERR.NONICKNAMEGIVEN);
    return;
  }
  const found = server.users.get(nick);
  if (found === undefined) sendError(server, user, ERR.NOSUCHNICK, [nick]);
  else describe(server, user, found);
  sendNumeric(server, user, RPL.ENDOFWHOIS, [found?.nick ?? nick, "End of /WHOIS list"]);
}

function describe(server: ServerState, user: User, found: User): void {
  const tell = (code: string, ...params: readonly string[]) =>
    sendNumeric(server, user, code, [found.nick, ...params]);
  tell(RPL.WHOISUSER, found.username, found.host, "*", found.realName);
  const isMulti = user.link.capabilities.has("multi-prefix");
  const channels = [...found.channels].filter(
    (channel) =>
      isVisible(channel, user) &&
      (!found.isInvisible || found === user || channel.members.has(user)),
  );
  for (let start = 0; start < channels.length; start += 5)
    tell(
      RPL.WHOISCHANNELS,
      channels
        .slice(start, start + 5)
        .map((channel) => `${prefixOf(channel.members.get(found), isMulti)}${channel.name}`)
        .join(" "),
    );
  tell(RPL.WHOISSERVER, server.options.name, server.options.network);
  if (found.away !== undefined) tell(RPL.AWAY, found.away);
  if (found.isOperator) tell(RPL.WHOISOPERATOR, "is an IRC operator");
  if (found.isBot) tell(RPL.WHOISBOT, "is a bot");
  if (found.account !== undefined) tell(RPL.WHOISACCOUNT, found.account, "is logged in as");
  if (found.isSecure) tell(RPL.WHOISSECURE, "is using a secure connection");
  if (found.address !== undefined && (user === found || user.isOperator))
    tell(RPL.WHOISACTUALLY, shownAddress(found.address), "Actual IP");
  const idleSeconds = Math.floor((server.options.nowMs() - found.lastSpokeMs) / 1000);
  tell(
    RPL.WHOISIDLE,
    String(idleSeconds),
    String(Math.floor(found.signedOnMs / 1000)),
    "seconds idle, signon time",
  );
}

/** An address such as "::1" would be read as the trailing param. */
function shownAddress(address: string): string {
  return address.startsWith(":") ? `0${address}` : address;
}

function whowas({ server, user, message }: CommandContext): void {
  const [nick = "", count = ""] = message.params;
  if (nick === "") {
    sendError(server, user, ERR.NONICKNAMEGIVEN);
    return;
  }
  const most = Number.parseInt(count, 10);
  const entries = server.formerUsers
    .filter((former) => former.nick.toLowerCase() === nick.toLowerCase())
    .toReversed()
    .slice(0, most > 0 ? most : undefined);
  if (entries.length === 0) sendError(server, user, ERR.WASNOSUCHNICK, [nick]);
  for (const former of entries) {
    sendNumeric(server, user, RPL.WHOWASUSER, [
      former.nick,
      former.username,
      former.host,
      "*",
      former.realName,
    ]);
    sendNumeric(server, user, RPL.WHOISSERVER, [
      former.nick,
      server.options.name,
      new Date(former.leftAtMs).toUTCString(),
    ]);
  }
  sendNumeric(server, user, RPL.ENDOFWHOWAS, [nick, "End of WHOWAS"]);
}

function userhost({ server, user, message }: CommandContext): void {
  const words = message.params.slice(0, 5).flatMap((nick) => {
    const found = server.users.get(nick);
    if (found === undefined) return [];
    const sign = found.away === undefined ? "+" : "-";
    return [`${found.nick}${found.isOperator ? "*" : ""}=${sign}${found.username}@${found.host}`];
  });
  sendNumeric(server, user, RPL.USERHOST, [words.join(" ")]);
}

function ison({ server, user, message }: CommandContext): void {
  const nicks = message.params.flatMap((param) => param.split(" "));
  const present = nicks.flatMap((nick) => server.users.get(nick)?.nick ?? []);
  sendNumeric(server, user, RPL.ISON, [present.join(" ")]);
}
