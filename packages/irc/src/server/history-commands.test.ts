import { expect, test } from "vitest";
import { parseCtcp } from "../protocol/ctcp.ts";
import { parseMessage } from "../protocol/message.ts";
import { LineClient } from "../test-line-client.ts";
import type { HistoryQuery, IrcServerOptions } from "./server-options.ts";
import { startTestServer } from "./test-server.ts";

const acceptKeeper: IrcServerOptions["authenticate"] = ({ account }) =>
  Promise.resolve({
    kind: "accepted",
    accountId: account,
    account,
    mayOperate: false,
    keepsChannels: true,
  });

const login = Buffer.from("\0dj\0x").toString("base64");

/** A server that stores one line per channel, and the queries it received. */
async function startWithHistory() {
  const asked: string[] = [];
  const server = await startTestServer({
    channels: [
      { name: "#radio", topic: "", masks: [], settings: undefined },
      { name: "#news", topic: "", masks: [], settings: undefined },
      { name: "#quiet", topic: "", masks: [], settings: undefined },
    ],
    authenticate: acceptKeeper,
    history: ({ channel }) => {
      asked.push(channel);
      const from = { nick: "old", username: "u", host: "h", account: undefined };
      const atMs = Date.UTC(2026, 0, channel === "#news" ? 1 : 2);
      const line = { messageId: channel, atMs, kind: "privmsg", text: "past", from } as const;
      return Promise.resolve(channel === "#quiet" ? [] : [line]);
    },
  });
  return { asked, server, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

test("[N22] CHATHISTORY queries the owner and answers in one batch", async () => {
  const asked: HistoryQuery[] = [];
  await using server = await startTestServer({
    history: (query) => {
      asked.push(query);
      const from = { nick: "old", username: "u", host: "h", account: "acc" };
      return Promise.resolve([
        { messageId: "m1", atMs: 0, kind: "privmsg", text: "first", from },
        { messageId: "m2", atMs: 1000, kind: "action", text: "waves", from },
      ]);
    },
  });
  using client = await LineClient.register({
    port: server.port,
    nick: "alice",
    caps: "batch draft/chathistory server-time message-tags",
  });
  client.send("JOIN #radio");
  await client.sync();

  client.send("CHATHISTORY BETWEEN #radio msgid=a timestamp=2026-01-01T00:00:00.000Z 500");

  const lines = await client.sync();
  expect(asked).toEqual([
    {
      channel: "#radio",
      kind: "between",
      from: { messageId: "a" },
      to: { atMs: Date.parse("2026-01-01T00:00:00.000Z") },
      limit: 100,
      signal: expect.any(AbortSignal),
    },
  ]);
  const [start, first, second, end] = lines.map((line) => parseMessage(line));
  const reference = start?.params[0]?.slice(1) ?? "";
  expect(start?.params).toEqual([`+${reference}`, "chathistory", "#radio"]);
  expect(Object.fromEntries(first?.tags ?? [])).toEqual({
    batch: reference,
    time: "1970-01-01T00:00:00.000Z",
    msgid: "m1",
  });
  expect(first?.source).toEqual({ name: "old", user: "u", host: "h" });
  expect(second?.params).toEqual(["#radio", "\u0001ACTION waves\u0001"]);
  expect(end?.params).toEqual([`-${reference}`]);
});

test.each([
  ["LATEST #none * 10", "INVALID_TARGET LATEST #none"],
  ["LATEST #other * 10", "INVALID_TARGET LATEST #other"],
  ["LATEST #radio * none", "INVALID_PARAMS LATEST #radio"],
  ["BEFORE #radio x=1 10", "INVALID_PARAMS BEFORE #radio"],
  ["", "NEED_MORE_PARAMS"],
  ["LATEST", "NEED_MORE_PARAMS LATEST"],
  ["AROUND #radio", "NEED_MORE_PARAMS AROUND #radio"],
  ["FROB #radio * 10", "UNKNOWN_COMMAND FROB #radio"],
  ["TARGETS timestamp=2026-01-01T00:00:00.000Z", "NEED_MORE_PARAMS TARGETS"],
  ["TARGETS msgid=a timestamp=2026-01-01T00:00:00.000Z 5", "INVALID_PARAMS TARGETS"],
])("[N22] CHATHISTORY %s is refused as %s", async (params, refusal) => {
  await using server = await startTestServer({ history: () => Promise.resolve([]) });
  using other = await LineClient.register({ port: server.port, nick: "bob" });
  other.send("JOIN #other");
  await other.sync();
  using client = await LineClient.register({ port: server.port, nick: "alice" });
  client.send("JOIN #radio");
  await client.sync();

  client.send(`CHATHISTORY ${params}`);

  expect((await client.sync())[0]).toContain(`FAIL CHATHISTORY ${refusal}`);
});

test("[N22] a channel that is not the owner's has no history, and never shows another's", async () => {
  await using started = await startWithHistory();
  using client = await register(started.server.port, "alice");
  client.send("JOIN #other");
  await client.sync();

  client.send("CHATHISTORY LATEST #other * 10");

  const lines = await client.sync();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/ BATCH \+\S+ chathistory #other$/);
  expect(started.asked).toEqual([]);
});

test("[N22] a banned user reads no history, unless their rank lets them speak", async () => {
  await using started = await startWithHistory();
  using client = await register(started.server.port, "alice");
  using keeper = await register(started.server.port, "keeper");
  client.send("JOIN #radio");
  await client.sync();
  keeper.send("AUTHENTICATE PLAIN", `AUTHENTICATE ${login}`, "JOIN #radio");
  keeper.send(`MODE #radio +b alice!*@*`);
  await keeper.sync();

  client.send(
    "CHATHISTORY LATEST #radio * 10",
    "CHATHISTORY TARGETS timestamp=2025-01-01T00:00:00.000Z timestamp=2027-01-01T00:00:00.000Z 5",
  );
  const refused = await client.sync();
  keeper.send("MODE #radio +v alice");
  await keeper.sync();
  await client.sync();
  client.send("CHATHISTORY LATEST #radio * 10");
  const told = await client.sync();

  const all = refused.join("\n");
  expect(all).toMatch(/ FAIL CHATHISTORY INVALID_TARGET LATEST #radio /);
  expect(all).not.toContain("TARGETS #radio");
  expect(told.join("\n")).toContain(" PRIVMSG #radio :past");
});

test("[N22] a user who left the channel before the owner answers gets nothing", async () => {
  const kicked = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const from = { nick: "old", username: "u", host: "h", account: undefined };
  await using server = await startTestServer({
    history: async () => {
      asked.resolve();
      await kicked.promise;
      return [{ messageId: "m", atMs: 0, kind: "privmsg", text: "past", from }];
    },
    authenticate: acceptKeeper,
  });
  using client = await register(server.port, "alice");
  using keeper = await register(server.port, "keeper");
  client.send("JOIN #radio", "CHATHISTORY LATEST #radio * 10");
  await asked.promise;

  keeper.send("AUTHENTICATE PLAIN", `AUTHENTICATE ${login}`, "JOIN #radio");
  keeper.send("KICK #radio alice");
  await keeper.sync();
  kicked.resolve();

  const lines = (await client.sync()).join("\n");
  expect(lines).toContain("FAIL CHATHISTORY INVALID_TARGET LATEST #radio");
  expect(lines).not.toContain("past");
});

test("[N22] TARGETS lists the user's channels with messages in a time range, oldest first", async () => {
  await using started = await startWithHistory();
  using client = await register(started.server.port, "alice");
  client.send("JOIN #radio,#quiet,#news,#other");
  await client.sync();
  const targets = async (from: string, to: string, limit: number) => {
    client.send(`CHATHISTORY TARGETS timestamp=${from} timestamp=${to} ${limit}`);
    return (await client.sync())
      .map((line) => parseMessage(line))
      .filter((message) => message?.command === "CHATHISTORY")
      .map((message) => message?.params);
  };
  const [news, radio] = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];

  const all = await targets("2025-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z", 10);
  const backwards = await targets("2027-01-01T00:00:00.000Z", "2025-01-01T00:00:00.000Z", 1);
  const later = await targets(news, "2027-01-01T00:00:00.000Z", 10);

  expect(all).toEqual([
    ["TARGETS", "#news", news],
    ["TARGETS", "#radio", radio],
  ]);
  expect(backwards).toEqual([["TARGETS", "#news", news]]);
  expect(later).toEqual([["TARGETS", "#radio", radio]]);
});

async function register(port: number, nick: string): Promise<LineClient> {
  const caps = "batch draft/chathistory server-time message-tags";
  return await LineClient.register({ port, nick, caps });
}

test.each(["privmsg", "action"] as const)(
  "[N22] a %s that was sent as several lines has several in history, too",
  async (kind) => {
    const text = "Съешь же ещё этих мягких французских булок ".repeat(9).trim();
    const from = { nick: "old", username: "u", host: "h", account: undefined };
    await using server = await startTestServer({
      history: () => Promise.resolve([{ messageId: "m1", atMs: 0, kind, text, from }]),
    });
    using client = await register(server.port, "alice");
    client.send("JOIN #radio");
    await client.sync();

    client.send("CHATHISTORY LATEST #radio * 10");

    const lines = (await client.sync()).map((line) => parseMessage(line));
    const said = lines.filter((line) => line?.command === "PRIVMSG");
    const texts = said.map((line) => line?.params[1] ?? "");
    const pieces = texts.map((one) => (kind === "privmsg" ? one : (parseCtcp(one)?.text ?? "")));
    expect(pieces.join("")).toBe(text);
    expect(said.map((line) => line?.tags.get("msgid"))).toEqual(["m1", undefined]);
  },
);
