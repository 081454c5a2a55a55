import { IRC_USERS_LIMIT } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { isChannelOperator, toIrcUsers, toPresent } from "./member-rules.ts";

const member = { user: "u", host: "h", account: undefined, isAway: false };
const members = [
  { ...member, nick: "zed", modes: "v", isAway: true },
  { ...member, nick: "Ann", modes: "" },
  { ...member, nick: "Bot", modes: "ov" },
  { ...member, nick: "web", modes: "", host: "89abcdef.web.neonrelay" },
];
const crowd = { members, webNames: ["Owl"], chatNamesOfNicks: new Map(), botNick: "bot" };

test("operators are listed first with the sign of their highest rank, and web chatters elsewhere too", () => {
  const plain = { prefix: "", isWeb: false, isBot: false, isAway: false };

  expect(toIrcUsers(crowd)).toEqual({
    users: [
      { ...plain, nick: "Bot", prefix: "@", isBot: true },
      { ...plain, nick: "zed", prefix: "+", isAway: true },
      { ...plain, nick: "Ann" },
      { ...plain, nick: "Owl", isWeb: true },
      { ...plain, nick: "web", isWeb: true },
    ],
    total: 5,
  });
});

test("a web chatter with a different nick on IRC is listed with the chat name, too", () => {
  const webs = ["Cosmo_", "_7seven"].map((nick) => ({ ...member, nick, modes: "" }));
  const chatNamesOfNicks = new Map([
    ["cosmo_", "Cosmo"],
    ["_7seven", "7seven"],
  ]);

  const { users } = toIrcUsers({
    members: webs,
    webNames: ["8ball"],
    chatNamesOfNicks,
    botNick: "bot",
  });

  expect(users.map(({ nick, chatName }) => [nick, chatName])).toEqual([
    ["_7seven", "7seven"],
    ["_8ball", "8ball"],
    ["Cosmo_", "Cosmo"],
  ]);
});

test("in a large crowd only the first are listed, and all are counted", () => {
  const webNames = Array.from({ length: IRC_USERS_LIMIT + 3 }, (_, n) => `owl${n}`);

  const { users, total } = toIrcUsers({ ...crowd, members: [], webNames });

  expect([users.length, total]).toEqual([IRC_USERS_LIMIT, IRC_USERS_LIMIT + 3]);
});

test("members and web chatters are present, and only members are operators", () => {
  expect(toPresent(crowd)).toEqual([
    { nick: "zed", isOperator: false, isWeb: false },
    { nick: "Ann", isOperator: false, isWeb: false },
    { nick: "Bot", isOperator: true, isWeb: false },
    { nick: "web", isOperator: false, isWeb: true },
    { nick: "Owl", isOperator: false, isWeb: true },
  ]);
});

test("every rank above voice moderates the channel", () => {
  const ranks = ["q", "a", "o", "h", "v", ""];

  expect(ranks.filter((modes) => isChannelOperator({ modes }))).toEqual(["q", "a", "o", "h"]);
});
