import { beforeEach, expect, test } from "vitest";
import { createChannel } from "./channel.ts";
import {
  hasChannelRank,
  isRegisteredOperator,
  isSilenced,
  isVisible,
  mayReadHistory,
  refuseEntryByOwner,
  refuseJoin,
  refuseSpeech,
  refuseSpeechByOwner,
} from "./channel-rules.ts";
import { ERR } from "./numerics.ts";
import type { PersonRestriction } from "./server-options.ts";
import type { Channel, FlagMode, ListMode, User } from "./users-and-channels.ts";
import { createHandshake, createUser } from "./user.ts";

let channel: Channel;
let ann: User;
beforeEach(() => {
  channel = channelOf("n");
  ann = userOf("ann");
});

function channelOf(flags: string, isRegistered = false): Channel {
  const modes = Array.from(flags).filter((flag): flag is FlagMode => /[imnstC]/.test(flag));
  return createChannel({
    name: "#radio",
    createdAtMs: 0,
    isRegistered,
    flags: modes,
    topic: undefined,
  });
}

function userOf(nick: string, change: Partial<User> = {}): User {
  const user = createUser({
    host: "host",
    isVirtual: false,
    isSecure: false,
    mayLogIn: true,
    address: undefined,
    link: {
      capabilities: new Set(),
      handshake: createHandshake(),
      send: () => {},
      sendUnasked: () => {},
      end: () => {},
    },
    nowMs: 0,
  });
  return { ...user, nick, username: nick, ...change };
}

function list(mode: ListMode, ...masks: readonly string[]): void {
  channel.lists[mode].push(...masks.map((mask) => ({ mask, setBy: "op", setAtMs: 0 })));
}

function enter(user: User, rank: "operator" | "voiced" | "none" = "none"): void {
  channel.members.set(user, { isOperator: rank === "operator", isVoiced: rank === "voiced" });
}

function restrictedTo(restriction: PersonRestriction | null) {
  return { options: { restrict: () => restriction } };
}

test("a channel with a key needs that key, even from an invited user", () => {
  channel.key = "k";
  channel.invited.add(ann);

  expect(refuseJoin(channel, ann, undefined)).toEqual(ERR.BADCHANNELKEY);
  expect(refuseJoin(channel, ann, "K")).toEqual(ERR.BADCHANNELKEY);
  expect(refuseJoin(channel, ann, "k")).toBeUndefined();
});

test("a ban keeps a user out, unless an exception or an invitation applies", () => {
  list("b", "ann!*@*");
  expect(refuseJoin(channel, ann, undefined)).toEqual(ERR.BANNEDFROMCHAN);
  expect(refuseJoin(channel, userOf("bob"), undefined)).toBeUndefined();

  channel.invited.add(ann);
  expect(refuseJoin(channel, ann, undefined)).toBeUndefined();
  channel.invited.clear();
  list("e", "*!*@host");
  expect(refuseJoin(channel, ann, undefined)).toBeUndefined();
});

test("an invite-only channel admits those on its list", () => {
  channel.flags.add("i");
  expect(refuseJoin(channel, ann, undefined)).toEqual(ERR.INVITEONLYCHAN);

  list("I", "~a:ann-account");
  expect(refuseJoin(channel, ann, undefined)).toEqual(ERR.INVITEONLYCHAN);
  expect(refuseJoin(channel, userOf("ann", { account: "ann-account" }), undefined)).toBeUndefined();
});

test("a full channel admits no one else", () => {
  channel.userLimit = 2;
  enter(userOf("bob"));
  expect(refuseJoin(channel, ann, undefined)).toBeUndefined();

  enter(userOf("eve"));
  expect(refuseJoin(channel, ann, undefined)).toEqual(ERR.CHANNELISFULL);
});

test("a channel's registered owner may always join", () => {
  const owner = userOf("ann", { keepsChannels: true });
  channel.key = "k";
  expect(refuseJoin(channel, owner, undefined)).toEqual(ERR.BADCHANNELKEY);
  expect(isRegisteredOperator(channel, owner)).toBe(false);

  channel = { ...channel, isRegistered: true };
  expect(refuseJoin(channel, owner, undefined)).toBeUndefined();
  expect(isRegisteredOperator(channel, owner)).toBe(true);
  expect(isRegisteredOperator(channel, ann)).toBe(false);
});

test.each([
  ["someone outside", "n", "outside", "hello", false],
  ["someone outside", "", "outside", "hello", true],
  ["a member", "n", "none", "hello", true],
  ["a member", "m", "none", "hello", false],
  ["a voiced member", "m", "voiced", "hello", true],
  ["an operator", "m", "operator", "hello", true],
  ["an operator", "C", "operator", "\u0001VERSION\u0001", false],
  ["an operator", "C", "operator", "\u0001ACTION waves\u0001", true],
] as const)("%s of a channel with modes %j (%s) may say %j: %s", (...row) => {
  const [, flags, rank, text, may] = row;
  channel = channelOf(flags);
  if (rank !== "outside") enter(ann, rank);

  expect(refuseSpeech(channel, ann, text)).toEqual(may ? undefined : ERR.CANNOTSENDTOCHAN);
});

test("a ban or a mute silences, and a mute exception does not lift a ban", () => {
  list("b", "~m:ann!*@*", "bob!*@*");
  const [bob, eve] = [userOf("bob"), userOf("eve")];
  expect([ann, bob, eve].map((user) => isSilenced(channel, user))).toEqual([true, true, false]);

  list("e", "~m:*!*@host");
  expect([ann, bob, eve].map((user) => isSilenced(channel, user))).toEqual([false, true, false]);
  list("e", "*!*@host");
  expect([ann, bob, eve].map((user) => isSilenced(channel, user))).toEqual([false, false, false]);
});

test("history is for members, except those silenced by a ban", () => {
  expect(mayReadHistory(channel, ann)).toBe(false);
  enter(ann);
  expect(mayReadHistory(channel, ann)).toBe(true);

  list("b", "ann!*@*");
  expect(mayReadHistory(channel, ann)).toBe(false);
  enter(ann, "voiced");
  expect(mayReadHistory(channel, ann)).toBe(true);
});

test("the server's owner can ban people from registered channels, and mute them there", () => {
  channel = channelOf("n", true);
  enter(ann);
  const banned = restrictedTo({ kind: "ban", words: "You were banned" });
  const muted = restrictedTo({ kind: "mute", words: "You were muted" });

  expect(refuseEntryByOwner(banned, channel, ann)).toEqual({
    ...ERR.BANNEDFROMCHAN,
    text: "You were banned",
  });
  expect(refuseEntryByOwner(muted, channel, ann)).toBeUndefined();
  expect(refuseSpeechByOwner(muted, channel, ann)).toEqual({
    ...ERR.CANNOTSENDTOCHAN,
    text: "You were muted",
  });
  expect(refuseSpeechByOwner(restrictedTo(null), channel, ann)).toBeUndefined();
});

test("the server's owner restricts neither operators, nor its own users, nor anyone elsewhere", () => {
  const banned = restrictedTo({ kind: "ban", words: "You were banned" });
  const [owner, inside] = [
    userOf("ann", { keepsChannels: true }),
    { ...userOf("web"), isVirtual: true },
  ];
  expect(refuseEntryByOwner(banned, channel, ann)).toBeUndefined();

  channel = channelOf("n", true);
  enter(ann, "operator");
  expect(refuseSpeechByOwner(banned, channel, ann)).toBeUndefined();
  expect(refuseEntryByOwner(banned, channel, owner)).toBeUndefined();
  expect(refuseEntryByOwner(banned, channel, inside)).toBeUndefined();
});

test("a secret channel is visible to members and server operators", () => {
  expect(isVisible(channel, ann)).toBe(true);

  channel.flags.add("s");
  expect(isVisible(channel, ann)).toBe(false);
  expect(isVisible(channel, userOf("eve", { isOperator: true }))).toBe(true);
  enter(ann);
  expect(isVisible(channel, ann)).toBe(true);
});

test("only a channel operator has channel rank", () => {
  enter(ann, "voiced");
  expect(hasChannelRank(channel, ann)).toBe(false);

  enter(ann, "operator");
  expect(hasChannelRank(channel, ann)).toBe(true);
});
