import { IRC_USERS_LIMIT, type IrcUsers } from "@neonrelay/contract";
import type { Member } from "@neonrelay/irc/client";
import type { PresentUser } from "../chat/chat-channel.ts";
import { foldName, toNick } from "../chat/chat-rules.ts";
import { isFromWeb } from "./relay-rules.ts";

type User = IrcUsers["users"][number];

/** Signs of the ranks that networks have, by mode letter, highest first. */
const signs = [
  ["q", "~"],
  ["a", "&"],
  ["o", "@"],
  ["h", "%"],
  ["v", "+"],
] as const;
const operatorModes = /[qaoh]/;

export interface Crowd {
  readonly members: readonly Member[];
  /** Names of web chatters who are not users of the network. */
  readonly webNames: readonly string[];
  /** Chat names of web chatters whose nick differs, by nick as `foldName` has it. */
  readonly chatNamesOfNicks: ReadonlyMap<string, string>;
  readonly botNick: string;
}

export function toIrcUsers({ members, webNames, chatNamesOfNicks, botNick }: Crowd): IrcUsers {
  const users = [
    ...members.map((member) => ({
      ...toUser(member, botNick),
      ...named(member.nick, chatNamesOfNicks.get(foldName(member.nick))),
    })),
    ...webNames.map((name) => ({
      ...named(toNick(name), name),
      prefix: "",
      isWeb: true,
      isBot: false,
      isAway: false,
    })),
  ].sort(compareUsers);
  return { users: users.slice(0, IRC_USERS_LIMIT), total: users.length };
}

export function toPresent({ members, webNames }: Crowd): readonly PresentUser[] {
  return [
    ...members.map((member) => ({
      nick: member.nick,
      isOperator: isChannelOperator(member),
      isWeb: isWebMember(member),
    })),
    ...webNames.map((nick) => ({ nick, isOperator: false, isWeb: true })),
  ];
}

/** May moderate the channel at this moment. */
export function isChannelOperator({ modes }: Pick<Member, "modes">): boolean {
  return operatorModes.test(modes);
}

export function isWebMember({ host }: Member): boolean {
  return host !== undefined && isFromWeb({ host });
}

function named(nick: string, chatName = nick): Pick<User, "nick" | "chatName"> {
  return chatName === nick ? { nick } : { nick, chatName };
}

function toUser(member: Member, botNick: string): User {
  return {
    nick: member.nick,
    prefix: signs.find(([mode]) => member.modes.includes(mode))?.[1] ?? "",
    isWeb: isWebMember(member),
    isBot: foldName(member.nick) === foldName(botNick),
    isAway: member.isAway,
  };
}

function compareUsers(left: User, right: User): number {
  const rank = ({ prefix }: User): number => {
    const index = signs.findIndex(([, sign]) => sign === prefix);
    return index === -1 ? signs.length : index;
  };
  const [one, other] = [foldName(left.nick), foldName(right.nick)];
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  return one < other ? -1 : Number(one > other);
}
