import { expect, test } from "vitest";
import type { HistoryLine, IrcServerOptions } from "../server/index.ts";
import { startTestServer } from "../server/test-server.ts";
import { LineClient } from "../test-line-client.ts";
import { TestClient } from "./test-client.ts";

const login: IrcServerOptions["authenticate"] = ({ account, password }) =>
  Promise.resolve(
    password === "s3cret"
      ? {
          kind: "accepted",
          accountId: account,
          account,
          mayOperate: false,
          keepsChannels: account === "dj",
        }
      : { kind: "refused" },
  );

test("[C16] a channel operator may relay under a speaker's name, others may not", async () => {
  await using server = await startTestServer({ authenticate: login });
  const sasl = { kind: "plain", account: "dj", password: "s3cret" } as const;
  using operator = new TestClient({ port: server.port, sasl });
  await operator.until("joined");
  using guest = new TestClient({ port: server.port, nick: "guest" });
  await guest.until("joined");

  const relayed = await operator.say("hello", { prefix: "<eve> ", relayNick: "eve" });
  const heard = await guest.until("message");
  const refused = await guest.say("hello", { prefix: "<mallory> ", relayNick: "mallory" });
  const prefixed = await guest.say("hello", { prefix: "<mallory> ", relayNick: "mallory" });

  expect(relayed.kind).toBe("confirmed");
  expect(heard).toMatchObject({ text: "hello", isOwn: false, from: { name: "eve/web" } });
  expect(operator.events.filter((event) => event.type === "message" && event.isOwn)).toMatchObject([
    { text: "hello", isOwn: true, from: { name: "eve/web" } },
  ]);
  expect(refused).toMatchObject({
    kind: "refused",
    reason: "Only channel operators may relay messages",
  });
  expect(prefixed.kind).toBe("confirmed");
  expect(guest.events.at(-1)).toMatchObject({ text: "<mallory> hello", isOwn: true });
});

test("[C15] messages missed during an outage are reported afterwards, and only those, even within the same millisecond", async () => {
  const lines: HistoryLine[] = [];
  await using server = await startTestServer({
    nowMs: () => Date.UTC(2030, 0, 1),
    history: (query) =>
      Promise.resolve(
        lines.filter(
          ({ atMs }) =>
            query.kind === "latest" &&
            query.after !== undefined &&
            "atMs" in query.after &&
            atMs > query.after.atMs,
        ),
      ),
    observe(event) {
      if (event.type !== "message") return;
      const { messageId, atMs, kind, text, from } = event;
      lines.push({ messageId, atMs, kind, text, from });
    },
  });
  using ann = await LineClient.register({ port: server.port, nick: "ann" });
  ann.send("JOIN #radio");
  await ann.sync();
  using bot = new TestClient({ port: server.port });
  await bot.until("joined");
  ann.send("PRIVMSG #radio :before");
  await bot.until("message");

  bot.client.command("QUIT");
  await bot.untilTrouble();
  ann.send("PRIVMSG #radio :missed");
  await ann.sync();
  bot.clock.advance(5_000);
  await bot.until("message", ({ text }) => text === "missed");
  ann.send("PRIVMSG #radio :after");
  await bot.until("message", ({ text }) => text === "after");

  expect(
    bot.events.flatMap((event) =>
      event.type === "message" ? [[event.text, event.isPlayback]] : [],
    ),
  ).toEqual([
    ["before", false],
    ["missed", true],
    ["after", false],
  ]);
});
