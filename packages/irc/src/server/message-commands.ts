import { parseCtcp } from "../protocol/ctcp.ts";
import { isValidNick } from "../protocol/names.ts";
import { textBudgetBytes, truncateText } from "../protocol/split-text.ts";
import { relaySeparator } from "./capabilities.ts";
import type { Channel, User } from "./users-and-channels.ts";
import { hasChannelRank, refuseSpeech, refuseSpeechByOwner } from "./channel-rules.ts";
import type { CommandContext, CommandTable } from "./command.ts";
import { fromUser, sendError, sendFail, sendNumeric, sendToChannel } from "./delivery.ts";
import { chanTypes, serverModes } from "./isupport-tokens.ts";
import { ERR, RPL } from "./numerics.ts";
import { Outgoing } from "./outgoing.ts";
import type { MessageKind } from "./server-options.ts";
import { describeMember } from "./server-state.ts";

/** PRIVMSG, NOTICE, TAGMSG and RELAYMSG. */
export const messageCommands: CommandTable = {
  PRIVMSG: { when: "registered", minParams: 0, run: speak },
  NOTICE: { when: "registered", minParams: 0, run: speak },
  TAGMSG: { when: "registered", minParams: 0, run: speak },
  RELAYMSG: { when: "registered", minParams: 3, run: relay },
};

function speak(context: CommandContext): void {
  const { server, user, message } = context;
  const [list = "", text = ""] = message.params;
  const targets = list.split(",").filter((target) => target !== "");
  const isSilent = message.command === "NOTICE";
  if (targets.length === 0) {
    if (!isSilent)
      sendError(server, user, {
        ...ERR.NORECIPIENT,
        text: `${ERR.NORECIPIENT.text} (${message.command})`,
      });
    return;
  }
  if (text === "" && message.command !== "TAGMSG") {
    if (!isSilent) sendError(server, user, ERR.NOTEXTTOSEND);
    return;
  }
  const { targetsPerMessage } = server.options.limits;
  if (targets.length > targetsPerMessage) {
    if (!isSilent) sendError(server, user, ERR.TOOMANYTARGETS, [list]);
    return;
  }
  user.lastSpokeMs = server.options.nowMs();
  for (const target of targets) {
    const status = serverModes.prefix.find(({ sign }) => target.startsWith(sign))?.sign;
    const name = status === undefined ? target : target.slice(1);
    if (name !== "" && chanTypes.includes(name.charAt(0)))
      speakToChannel(context, name, status, text);
    else speakToUser(context, target, text);
  }
}

function speakToChannel(
  context: CommandContext,
  name: string,
  status: string | undefined,
  text: string,
): void {
  const { server, user, message } = context;
  const isSilent = message.command === "NOTICE";
  const channel = server.channels.get(name);
  if (channel === undefined) {
    if (!isSilent) sendError(server, user, ERR.NOSUCHCHANNEL, [name]);
    return;
  }
  const refusal = refuseSpeech(channel, user, text) ?? refuseSpeechByOwner(server, channel, user);
  if (refusal !== undefined) {
    if (!isSilent) sendError(server, user, refusal, [channel.name]);
    return;
  }
  const { outgoing, said } = messageFrom(context, `${status ?? ""}${channel.name}`, text);
  for (const [member, { isOperator, isVoiced }] of channel.members) {
    if (member === user || (status !== undefined && !isOperator && (status === "@" || !isVoiced)))
      continue;
    deliver(member, outgoing);
  }
  echo(user, outgoing);
  if (status !== undefined || message.command === "TAGMSG") return;
  const { messageId = "", timeMs } = outgoing.message;
  server.options.observe({
    type: "message",
    channel: channel.name,
    ...kindOf(message.command, said),
    messageId,
    atMs: timeMs,
    from: describeMember(channel, user),
    relayedNick: undefined,
  });
}

function speakToUser(context: CommandContext, nick: string, text: string): void {
  const { server, user, message } = context;
  const target = server.users.get(nick);
  const isSilent = message.command === "NOTICE";
  if (target === undefined) {
    if (!isSilent) sendError(server, user, ERR.NOSUCHNICK, [nick]);
    return;
  }
  // No one reads it there, and the sender must know.
  if (target.isVirtual) {
    if (message.command === "PRIVMSG") sendError(server, user, ERR.CANTSENDTOUSER, [target.nick]);
    return;
  }
  const { outgoing } = messageFrom(context, target.nick, text);
  // With echo-message a message to oneself arrives twice; the echo is the answer and has the label.
  if (target !== user) deliver(target, outgoing);
  else if (isFor(target, outgoing)) target.link.sendUnasked(outgoing);
  echo(user, outgoing);
  if (target.away !== undefined && message.command === "PRIVMSG")
    sendNumeric(server, user, RPL.AWAY, [target.nick, target.away]);
}

/** The message to deliver, its text cut to fit the reader's line. */
function messageFrom(
  { server, user, message }: CommandContext,
  target: string,
  text: string,
): { readonly outgoing: Outgoing; readonly said: string } {
  const { nick, username, host } = user;
  const sender = { nick, user: username, host };
  const { command } = message;
  const said = truncateText(text, textBudgetBytes({ sender, command, target }));
  const params = command === "TAGMSG" ? [target] : [target, said];
  const clientTags = clientOnlyTags(message.tags);
  const messageId = server.nextMessageId();
  const plain = fromUser(server, user, command, params).message;
  return { outgoing: new Outgoing({ ...plain, clientTags, messageId }), said };
}

function deliver(target: User, outgoing: Outgoing): void {
  if (isFor(target, outgoing)) target.link.send(outgoing);
}

function isFor({ link }: User, { message }: Outgoing): boolean {
  return message.command !== "TAGMSG" || link.capabilities.has("message-tags");
}

function echo(user: User, outgoing: Outgoing): void {
  if (user.link.capabilities.has("echo-message")) deliver(user, outgoing);
}

function clientOnlyTags(tags: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...tags].filter(([name]) => name.startsWith("+")));
}

function kindOf(
  command: string,
  text: string,
): { readonly kind: MessageKind; readonly text: string } {
  const ctcp = parseCtcp(text);
  if (command === "PRIVMSG" && ctcp?.command === "ACTION")
    return { kind: "action", text: ctcp.text };
  return { kind: command === "NOTICE" ? "notice" : "privmsg", text };
}

/** Sends a message for someone on another network, marked by the separator in the name: draft/relaymsg. */
function relay(context: CommandContext): void {
  const { server, user, message } = context;
  const [name = "", nick = "", text = ""] = message.params;
  const channel = server.channels.get(name);
  if (channel === undefined) {
    sendError(server, user, ERR.NOSUCHCHANNEL, [name]);
    return;
  }
  const refuse = (code: string, words: string) =>
    sendFail(server, user, ["RELAYMSG", code, channel.name, words]);
  if (!mayRelay(channel, user)) {
    refuse("PRIVS_NEEDED", "Only channel operators may relay messages");
    return;
  }
  const [before = "", after = "", ...more] = nick.split(relaySeparator);
  const isName =
    more.length === 0 &&
    isValidNick(before, server.options.limits.nickBytes) &&
    /^[A-Za-z0-9._-]{1,20}$/.test(after);
  if (!isName) {
    refuse("INVALID_NICK", `The nick must be like name${relaySeparator}network`);
    return;
  }
  if (text === "") {
    refuse("BLANK_MSG", "The message must not be blank");
    return;
  }
  const refusal = refuseSpeech(channel, user, text);
  if (refusal !== undefined) {
    sendError(server, user, refusal, [channel.name]);
    return;
  }
  const sender = { nick, user: "relay", host: server.options.name };
  const budget = textBudgetBytes({ sender, command: "PRIVMSG", target: channel.name });
  const said = truncateText(text, budget);
  const messageId = server.nextMessageId();
  const atMs = server.options.nowMs();
  const outgoing = new Outgoing({
    source: { name: nick, user: sender.user, host: sender.host },
    command: "PRIVMSG",
    params: [channel.name, said],
    timeMs: atMs,
    clientTags: clientOnlyTags(message.tags),
    messageId,
    relayedBy: user.nick,
  });
  sendToChannel(channel, outgoing, { except: user });
  echo(user, outgoing);
  server.options.observe({
    type: "message",
    channel: channel.name,
    ...kindOf("PRIVMSG", said),
    messageId,
    atMs,
    from: describeMember(channel, user),
    relayedNick: nick,
  });
}

function mayRelay(channel: Channel, user: User): boolean {
  return channel.members.has(user) && (hasChannelRank(channel, user) || user.isOperator);
}
