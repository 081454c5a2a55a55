import type { IrcEvent } from "@neonrelay/irc/client";
import { expect, test } from "vitest";
import { decideIncoming, toRelay } from "./relay-rules.ts";
import { createStatusLines } from "./status-lines.ts";
import { WEB_HOST_SUFFIX, webIdentity } from "./web-identity.ts";
import { toNick } from "../chat/chat-rules.ts";

type MessageEvent = Extract<IrcEvent, { type: "message" }>;

const situation = {
  channel: "#radio",
  missedSinceMs: 1000,
  chatNameOf: (nick: string) => nick.replace(/^_/, ""),
};

function heard(message: Partial<MessageEvent>) {
  return decideIncoming(
    {
      type: "message",
      kind: "privmsg",
      target: "#Radio",
      isPrivate: false,
      isForRanks: false,
      from: { name: "alice", user: "a", host: "example.org" },
      account: undefined,
      text: "hello",
      msgid: undefined,
      serverTimeMs: undefined,
      isOwn: false,
      isPlayback: false,
      ...message,
    },
    situation,
  );
}

function lineOf(message: Partial<MessageEvent>) {
  const incoming = heard(message);
  return incoming.kind === "line" ? incoming.line : null;
}

test("a message on IRC is a line of the chat", () => {
  expect(lineOf({})).toEqual({
    username: "alice",
    message: "hello",
    isBot: false,
    kind: "message",
    origin: "irc",
    runs: null,
  });
  expect(lineOf({ kind: "action", text: "waves" })).toMatchObject({ kind: "action" });
  expect(lineOf({ kind: "notice" })).toMatchObject({ kind: "notice" });
});

test("[E4] messages only for channel operators or voiced users are not chat lines, played back or not", () => {
  expect(heard({ isForRanks: true })).toEqual({ kind: "nothing" });
  expect(heard({ isForRanks: true, kind: "notice" })).toEqual({ kind: "nothing" });
  expect(heard({ isForRanks: true, isPlayback: true, serverTimeMs: 2000 })).toEqual({
    kind: "nothing",
  });
});

test("[E3] colours and styles become runs beside the plain text", () => {
  const line = lineOf({ text: "\u0002bold\u000F \u000304,01red\u0003 \u0004ff8800orange" });

  expect(line?.message).toBe("bold red orange");
  expect(line?.runs).toMatchObject([
    { text: "bold", bold: true },
    { text: " ", bold: false },
    { text: "red", foreground: { kind: "palette", index: 4 } },
    { text: " " },
    { text: "orange", foreground: { kind: "rgb", hex: "ff8800" } },
  ]);
});

test("[E3] an unterminated action is still an action, and other CTCP is not shown", () => {
  expect(heard({ text: "\u0001VERSION\u0001" }).kind).toBe("nothing");
  expect(heard({ text: "\u0001DCC SEND x" }).kind).toBe("nothing");
});

test("direction overrides and invisible characters are removed, and combining marks are limited", () => {
  const line = lineOf({ text: `a\u202Eb\u200Bc\u2066d e${"\u0301".repeat(9)}` });

  expect(line?.message).toBe(`abcd e${"\u0301".repeat(3)}`);
});

test.each([
  ["what the bot says itself", { isOwn: true }],
  ["what web chatters say on the own server", { from: { name: "x", host: `1${WEB_HOST_SUFFIX}` } }],
  ["what is said to the bot alone", { isPrivate: true, target: "bot" }],
  ["what is said elsewhere", { target: "#other" }],
  ["nothing but formatting codes", { text: "\u0002\u0002 " }],
  ["what no one can see", { text: "\u3164\u2800\u0002\u200b\u0002" }],
] as const)("%s is not shown", (_what, message) => {
  expect(heard(message).kind).toBe("nothing");
});

test("[H1] only the missed part of a playback is shown", () => {
  const played = (serverTimeMs: number | undefined) =>
    heard({ isPlayback: true, serverTimeMs }).kind;

  expect([played(1000), played(1001), played(undefined)]).toEqual(["nothing", "line", "nothing"]);
});

test("a netsplit is one line with a count; a single quit has its reason", () => {
  const lines = createStatusLines(() => 5000);
  const quit = (name: string, isNetsplit: boolean) => {
    const incoming = decideIncoming(
      { type: "quit", from: { name }, channels: ["#radio"], reason: "bye", isNetsplit },
      situation,
    );
    return incoming.kind === "status" ? lines.add(incoming.news) : null;
  };

  const first = quit("alice", true);
  expect(quit("bob", true)).toEqual({ ...first, count: 2 });
  expect(quit("carol", false)).toMatchObject({ kind: "quit", nick: "carol", reason: "bye" });
  expect(lines.all.map(({ kind }) => kind)).toEqual(["netsplit", "quit"]);
});

test("changes of the channel key are hidden, other modes are shown", () => {
  const incoming = decideIncoming(
    {
      type: "mode",
      channel: "#radio",
      by: { name: "op" },
      changes: [
        { sign: "+", mode: "k", kind: "setting", param: "secret" },
        { sign: "+", mode: "o", kind: "status", param: "alice" },
        { sign: "-", mode: "m", kind: "flag" },
      ],
    },
    situation,
  );

  expect(incoming).toEqual({
    kind: "status",
    news: { kind: "modes", by: "op", modes: "+k+o-m * alice" },
  });
});

test("joins, parts and kicks name web chatters by their chat name and others by their nick", () => {
  const web = { name: "_7seven", user: "w", host: `0abc${WEB_HOST_SUFFIX}` };
  const irc = { name: "_8ball", user: "e", host: "example.org" };
  const told = [web, irc].flatMap((from) => {
    const at = { from, channel: "#radio" };
    const events: readonly IrcEvent[] = [
      { type: "join", ...at, account: undefined },
      { type: "part", ...at, reason: "" },
      { type: "quit", from, channels: ["#radio"], reason: "", isNetsplit: false },
    ];
    return events.map((event) => decideIncoming(event, situation));
  });
  const kicked = decideIncoming(
    { type: "kick", channel: "#radio", nick: "_7seven", by: irc, reason: "" },
    situation,
  );

  const names = [...told, kicked].map((incoming) =>
    incoming.kind === "status" && "nick" in incoming.news ? incoming.news.nick : undefined,
  );
  expect(names).toEqual([
    ...Array.from({ length: 3 }, () => "7seven"),
    ...Array.from({ length: 3 }, () => "_8ball"),
    "7seven",
  ]);
});

const place = { channel: "#radio", presentNicks: ["Owl", "alice"] };
const said = { username: "heron", message: "hello", kind: "message" } as const;

test("the bot names the author, and breaks only names that are nicks in the channel", () => {
  expect(toRelay(said, place)).toMatchObject({ prefix: "<heron> ", relayNick: "heron" });
  expect(toRelay({ ...said, username: "owl" }, place).prefix).toBe("<o\u200Bwl> ");
});

test("an action is relayed in the third person", () => {
  const { prefix, text } = toRelay({ ...said, kind: "action", message: "waves" }, place);

  expect(prefix + text).toBe("* heron waves");
});

test("a name that is no valid nick gets a leading underscore on IRC", () => {
  expect(["4track", "-x-", "owl", "[owl]"].map(toNick)).toEqual([
    "_4track",
    "_-x-",
    "owl",
    "[owl]",
  ]);
});

test("a browser and its network appear on IRC as stable hashes", () => {
  const visitor = { key: "user:1", browserKey: "visitor:a", network: "192.0.2.1" };
  const one = webIdentity(visitor, "secret");

  expect(one).toEqual(webIdentity({ ...visitor, key: "visitor:a" }, "secret"));
  expect(one.host).toBe(webIdentity({ ...visitor, browserKey: "visitor:b" }, "secret").host);
  expect(one.host).not.toContain("192");
  expect(one).not.toEqual(webIdentity(visitor, "another secret"));
});
