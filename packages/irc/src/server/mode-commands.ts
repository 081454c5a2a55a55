import {
  type ModeChange,
  parseChannelModes,
  parseUserModes,
  serialiseModes,
} from "../protocol/modes.ts";
import { type Channel, flagModes, type ListMode, type User } from "./users-and-channels.ts";
import { changeChannelMode, toListMode } from "./channel-modes.ts";
import { hasChannelRank } from "./channel-rules.ts";
import type { CommandContext, CommandTable } from "./command.ts";
import { fromUser, sendError, sendNumeric, sendToChannel } from "./delivery.ts";
import { chanTypes, serverModes } from "./isupport-tokens.ts";
import { ERR, RPL } from "./numerics.ts";
import { describeMember, type ServerState } from "./server-state.ts";
import { sendUserModes } from "./welcome.ts";

/** MODE for channels and for oneself. */
export const modeCommands: CommandTable = {
  MODE: {
    when: "registered",
    minParams: 1,
    run: (context) => {
      const target = context.message.params[0] ?? "";
      if (chanTypes.includes(target.charAt(0))) channelMode(context, target);
      else userMode(context, target);
    },
  },
};

const listReplies: Readonly<Record<ListMode, readonly [entry: string, end: string]>> = {
  b: [RPL.BANLIST, RPL.ENDOFBANLIST],
  e: [RPL.EXCEPTLIST, RPL.ENDOFEXCEPTLIST],
  I: [RPL.INVEXLIST, RPL.ENDOFINVEXLIST],
};

function channelMode({ server, user, message }: CommandContext, name: string): void {
  const channel = server.channels.get(name);
  if (channel === undefined) {
    sendError(server, user, ERR.NOSUCHCHANNEL, [name]);
    return;
  }
  if (message.params.length === 1) {
    sendChannelModes(server, channel, user);
    return;
  }
  const changes = parseChannelModes(message.params.slice(1), serverModes);
  const asked = changes.filter(({ kind, param }) => kind === "list" && param === undefined);
  for (const mode of new Set(asked.map((change) => toListMode(change.mode))))
    sendList(server, channel, user, mode);
  const wanted = changes.filter((change) => !asked.includes(change));
  if (wanted.length === 0) return;
  if (hasChannelRank(channel, user)) changeModes(server, channel, user, wanted);
  else
    sendError(server, user, user.channels.has(channel) ? ERR.CHANOPRIVSNEEDED : ERR.NOTONCHANNEL, [
      channel.name,
    ]);
}

function changeModes(
  server: ServerState,
  channel: Channel,
  user: User,
  wanted: readonly ModeChange[],
): void {
  const { limits, nowMs } = server.options;
  const situation = {
    setBy: user.nick,
    nowMs: nowMs(),
    maskEntries: limits.maskEntries,
    keyBytes: limits.keyBytes,
    findUser: (nick: string) => server.users.get(nick),
  };
  const done: ModeChange[] = [];
  let params = 0;
  for (const change of wanted) {
    if (change.param !== undefined) params += 1;
    if (params > limits.modesPerLine) break;
    const outcome = changeChannelMode(channel, change, situation);
    if (outcome.kind === "changed") done.push(outcome.change);
    if (outcome.kind === "refused") sendError(server, user, outcome.error, outcome.params);
  }
  for (const line of serialiseModes(done, limits.modesPerLine)) {
    sendToChannel(channel, fromUser(server, user, "MODE", [channel.name, ...line]));
    server.options.observe({
      type: "modes",
      channel: channel.name,
      changes: line,
      by: describeMember(channel, user),
    });
  }
}

function sendChannelModes(server: ServerState, channel: Channel, user: User): void {
  const { key, userLimit } = channel;
  const flags = flagModes.filter((mode) => channel.flags.has(mode)).join("");
  const letters = `${flags}${key === undefined ? "" : "k"}${userLimit === undefined ? "" : "l"}`;
  const shownKey = channel.members.has(user) ? key : "*";
  const values = [
    ...(key === undefined ? [] : [shownKey ?? "*"]),
    ...(userLimit === undefined ? [] : [String(userLimit)]),
  ];
  sendNumeric(server, user, RPL.CHANNELMODEIS, [channel.name, `+${letters}`, ...values]);
  sendNumeric(server, user, RPL.CREATIONTIME, [
    channel.name,
    String(Math.floor(channel.createdAtMs / 1000)),
  ]);
}

function sendList(server: ServerState, channel: Channel, user: User, mode: ListMode): void {
  const [entryCode, endCode] = listReplies[mode];
  for (const { mask, setBy, setAtMs } of channel.lists[mode])
    sendNumeric(server, user, entryCode, [
      channel.name,
      mask,
      setBy,
      String(Math.floor(setAtMs / 1000)),
    ]);
  sendNumeric(server, user, endCode, [channel.name, "End of channel list"]);
}

function userMode({ server, user, message }: CommandContext, nick: string): void {
  const target = server.users.get(nick);
  if (target === undefined) {
    sendError(server, user, ERR.NOSUCHNICK, [nick]);
    return;
  }
  if (target !== user) {
    sendError(server, user, ERR.USERSDONTMATCH);
    return;
  }
  const letters = message.params[1];
  if (letters === undefined) {
    sendUserModes(server, user);
    return;
  }
  const changes = parseUserModes(letters);
  const done = changes.filter((change) => changeUserMode(user, change));
  if (changes.some(({ mode }) => !"Bio".includes(mode)))
    sendError(server, user, ERR.UMODEUNKNOWNFLAG);
  for (const line of serialiseModes(done, 1))
    user.link.send(fromUser(server, user, "MODE", [user.nick, ...line]));
}

/** @returns whether anything changed. Users can't make themselves server operators. */
function changeUserMode(user: User, { sign, mode }: ModeChange): boolean {
  const isOn = sign === "+";
  switch (mode) {
    case "i":
      if (user.isInvisible === isOn) return false;
      user.isInvisible = isOn;
      return true;
    case "B":
      if (user.isBot === isOn) return false;
      user.isBot = isOn;
      return true;
    case "o":
      if (isOn || !user.isOperator) return false;
      user.isOperator = false;
      user.operatorAccountId = undefined;
      return true;
    default:
      return false;
  }
}
