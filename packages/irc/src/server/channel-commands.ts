import { isValidChannel } from "../protocol/names.ts";
import { truncateText } from "../protocol/split-text.ts";
import type { Channel, User } from "./users-and-channels.ts";
import { changeTopic, createChannel } from "./channel.ts";
import {
  hasChannelRank,
  isRegisteredOperator,
  isVisible,
  refuseEntryByOwner,
  refuseJoin,
} from "./channel-rules.ts";
import { type CommandContext, type CommandTable, takeThrottle } from "./command.ts";
import { fromServer, fromUser, sendError, sendNumeric, sendToChannel } from "./delivery.ts";
import { chanTypes } from "./isupport-tokens.ts";
import { sendNames } from "./names-reply.ts";
import { ERR, RPL } from "./numerics.ts";
import { describeMember, describePerson, removeMember, type ServerState } from "./server-state.ts";

/** JOIN, PART, TOPIC, INVITE, KICK and listing channels. */
export const channelCommands: CommandTable = {
  JOIN: { when: "registered", minParams: 1, run: join },
  PART: { when: "registered", minParams: 1, run: part },
  TOPIC: { when: "registered", minParams: 1, run: topic },
  INVITE: { when: "registered", minParams: 2, run: invite },
  KICK: { when: "registered", minParams: 2, run: kick },
};

function join(context: CommandContext): void {
  const { server, user, message } = context;
  const [list = "", keyList = ""] = message.params;
  if (list === "0") {
    for (const channel of user.channels) leaveChannel(server, channel, user, undefined);
    return;
  }
  const names = list.split(",").filter((name) => name !== "");
  if (names.length === 0) sendError(server, user, ERR.NEEDMOREPARAMS, ["JOIN"]);
  const keys = keyList.split(",");
  for (const [index, name] of names.entries()) joinOne(context, name, keys[index]);
}

function joinOne({ server, user }: CommandContext, name: string, key: string | undefined): void {
  const { limits } = server.options;
  if (!isValidChannel(name, { chanTypes, channelLen: limits.channelBytes })) {
    sendError(server, user, ERR.NOSUCHCHANNEL, [name]);
    return;
  }
  const existing = server.channels.get(name);
  if (existing !== undefined && user.channels.has(existing)) return;
  if (user.channels.size >= limits.channelsPerUser) {
    sendError(server, user, ERR.TOOMANYCHANNELS, [name]);
    return;
  }
  if (!takeThrottle(server, user, "joins")) {
    sendNumeric(server, user, RPL.TRYAGAIN, ["JOIN", "Please wait a while and try again"]);
    return;
  }
  if (existing === undefined) {
    const created = createChannel({
      name,
      createdAtMs: server.options.nowMs(),
      isRegistered: false,
      flags: ["n", "t"],
      topic: undefined,
    });
    server.channels.set(name, created);
    enterChannel(server, created, user, true);
    return;
  }
  const refusal = refuseJoin(existing, user, key) ?? refuseEntryByOwner(server, existing, user);
  if (refusal === undefined) enterChannel(server, existing, user, false);
  else sendError(server, user, refusal, [existing.name]);
}

function enterChannel(
  server: ServerState,
  channel: Channel,
  user: User,
  isOperator: boolean,
): void {
  channel.invited.delete(user);
  channel.members.set(user, { isOperator, isVoiced: false });
  user.channels.add(channel);
  const short = fromUser(server, user, "JOIN", [channel.name]);
  const extended = fromUser(server, user, "JOIN", [
    channel.name,
    user.account ?? "*",
    user.realName,
  ]);
  const away = user.away === undefined ? undefined : fromUser(server, user, "AWAY", [user.away]);
  for (const { link } of channel.members.keys()) {
    link.send(link.capabilities.has("extended-join") ? extended : short);
    if (away !== undefined && link !== user.link && link.capabilities.has("away-notify"))
      link.send(away);
  }
  if (!isOperator && isRegisteredOperator(channel, user)) {
    channel.members.set(user, { isOperator: true, isVoiced: false });
    sendToChannel(channel, fromServer(server, "MODE", [channel.name, "+o", user.nick]));
  }
  server.options.observe({
    type: "joined",
    channel: channel.name,
    who: describeMember(channel, user),
  });
  if (channel.topic !== undefined) sendTopic(server, channel, user);
  sendNames(server, channel, user);
}

function part({ server, user, message }: CommandContext): void {
  const [list = "", reason] = message.params;
  for (const name of list.split(",")) {
    const channel = findChannel(server, user, name);
    if (channel === undefined) continue;
    if (user.channels.has(channel)) leaveChannel(server, channel, user, reason);
    else sendError(server, user, ERR.NOTONCHANNEL, [channel.name]);
  }
}

function leaveChannel(
  server: ServerState,
  channel: Channel,
  user: User,
  reason: string | undefined,
): void {
  const words = reason === undefined ? [] : [reason];
  sendToChannel(channel, fromUser(server, user, "PART", [channel.name, ...words]));
  removeMember(server, channel, user);
  server.options.observe({
    type: "parted",
    channel: channel.name,
    who: describePerson(user),
    reason: reason ?? "",
  });
}

function topic({ server, user, message }: CommandContext): void {
  const [name = "", text] = message.params;
  const channel = findChannel(server, user, name);
  if (channel === undefined) return;
  if (text === undefined) {
    if (!isVisible(channel, user)) sendError(server, user, ERR.NOTONCHANNEL, [channel.name]);
    else if (channel.topic === undefined)
      sendNumeric(server, user, RPL.NOTOPIC, [channel.name, "No topic is set"]);
    else sendTopic(server, channel, user);
    return;
  }
  if (!user.channels.has(channel)) {
    sendError(server, user, ERR.NOTONCHANNEL, [channel.name]);
    return;
  }
  if (channel.flags.has("t") && !hasChannelRank(channel, user)) {
    sendError(server, user, ERR.CHANOPRIVSNEEDED, [channel.name]);
    return;
  }
  const { options } = server;
  const short = truncateText(text, options.limits.topicBytes);
  changeTopic(channel, { text: short, setBy: user.nick, setAtMs: options.nowMs() });
  sendToChannel(channel, fromUser(server, user, "TOPIC", [channel.name, short]));
  options.observe({
    type: "topic",
    channel: channel.name,
    topic: short,
    by: describeMember(channel, user),
  });
}

function sendTopic(server: ServerState, channel: Channel, user: User): void {
  if (channel.topic === undefined) return;
  const { text, setBy, setAtMs } = channel.topic;
  sendNumeric(server, user, RPL.TOPIC, [channel.name, text]);
  sendNumeric(server, user, RPL.TOPICWHOTIME, [
    channel.name,
    setBy,
    String(Math.floor(setAtMs / 1000)),
  ]);
}

function invite({ server, user, message }: CommandContext): void {
  const [nick = "", name = ""] = message.params;
  const guest = server.users.get(nick);
  if (guest === undefined) {
    sendError(server, user, ERR.NOSUCHNICK, [nick]);
    return;
  }
  const channel = findChannel(server, user, name);
  if (channel === undefined) return;
  const isOperator = hasChannelRank(channel, user);
  if (!user.channels.has(channel)) {
    sendError(server, user, ERR.NOTONCHANNEL, [channel.name]);
  } else if (guest.channels.has(channel)) {
    sendError(server, user, ERR.USERONCHANNEL, [guest.nick, channel.name]);
  } else if (channel.flags.has("i") && !isOperator) {
    sendError(server, user, ERR.CHANOPRIVSNEEDED, [channel.name]);
  } else if (!takeThrottle(server, user, "invites")) {
    sendNumeric(server, user, RPL.TRYAGAIN, ["INVITE", "Please wait a while and try again"]);
  } else {
    // Only an operator's invitation overrides a ban, a key or a limit.
    if (isOperator) channel.invited.add(guest);
    sendNumeric(server, user, RPL.INVITING, [guest.nick, channel.name]);
    if (guest.away !== undefined) sendNumeric(server, user, RPL.AWAY, [guest.nick, guest.away]);
    const outgoing = fromUser(server, user, "INVITE", [guest.nick, channel.name]);
    guest.link.send(outgoing);
    sendToChannel(channel, outgoing, { except: user, capability: "invite-notify" });
  }
}

/** With several channels there must be one nick per channel, RFC 2812 §3.2.8. */
function kick(context: CommandContext): void {
  const { server, user, message } = context;
  const [channelList = "", nickList = ""] = message.params;
  const { targetsPerMessage } = server.options.limits;
  const names = channelList.split(",");
  const nicks = nickList.split(",").slice(0, targetsPerMessage);
  if (names.length > 1 && names.length !== nickList.split(",").length) {
    sendError(server, user, ERR.NEEDMOREPARAMS, ["KICK"]);
    return;
  }
  for (const [index, name] of names.slice(0, targetsPerMessage).entries())
    kickFrom(context, name, names.length === 1 ? nicks : nicks.slice(index, index + 1));
}

function kickFrom(
  { server, user, message }: CommandContext,
  name: string,
  nicks: readonly string[],
): void {
  const channel = findChannel(server, user, name);
  if (channel === undefined) return;
  if (!user.channels.has(channel)) {
    sendError(server, user, ERR.NOTONCHANNEL, [channel.name]);
    return;
  }
  if (!hasChannelRank(channel, user)) {
    sendError(server, user, ERR.CHANOPRIVSNEEDED, [channel.name]);
    return;
  }
  const reason = truncateText(message.params[2] ?? user.nick, server.options.limits.kickBytes);
  for (const nick of nicks) {
    const victim = server.users.get(nick);
    if (victim === undefined) {
      sendError(server, user, ERR.NOSUCHNICK, [nick]);
    } else if (!victim.channels.has(channel)) {
      sendError(server, user, ERR.USERNOTINCHANNEL, [victim.nick, channel.name]);
    } else {
      const by = describeMember(channel, user);
      sendToChannel(channel, fromUser(server, user, "KICK", [channel.name, victim.nick, reason]));
      removeMember(server, channel, victim);
      server.options.observe({
        type: "kicked",
        channel: channel.name,
        who: describePerson(victim),
        by,
        reason,
      });
    }
  }
}

/** The channel of that name; if there is none, tells the user and returns undefined. */
function findChannel(server: ServerState, user: User, name: string): Channel | undefined {
  const channel = server.channels.get(name);
  if (channel === undefined) sendError(server, user, ERR.NOSUCHCHANNEL, [name]);
  return channel;
}
