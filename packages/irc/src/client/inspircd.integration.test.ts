// @module-tag inspircd
// @module-tag openssl
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { startInspircd } from "../test-inspircd.ts";
import type { TestIrcServer } from "../test-irc-server.ts";
import { LineClient } from "../test-line-client.ts";
import { systemClock } from "./timers.ts";
import { TestClient } from "./test-client.ts";

let inspircd: TestIrcServer;
let ann: LineClient;
let bot: TestClient;

beforeAll(async () => {
  inspircd = await startInspircd();
  ann = await LineClient.register({ port: inspircd.port, nick: "ann" });
  ann.send("JOIN #radio");
  await ann.sync();
  bot = new TestClient({ port: inspircd.port });
  await bot.until("joined");
  await ann.until(/bot.* JOIN/);
});

afterAll(async () => {
  bot.client.close("bye");
  ann.close();
  await inspircd[Symbol.asyncDispose]();
});

test("[C13] a message the server passed on is confirmed with its id and time, and reported once [C14]", async () => {
  bot.events.length = 0;
  const deliveries = await Promise.all([
    bot.say("one", { prefix: "<eve> " }),
    bot.say("waves", { kind: "action", prefix: "eve " }),
  ]);

  const [first] = deliveries;
  expect(deliveries.map(({ kind }) => kind)).toEqual(["confirmed", "confirmed"]);
  expect(first).toMatchObject({ msgid: expect.any(String), serverTimeMs: expect.any(Number) });
  expect(
    bot.events.flatMap((event) =>
      event.type === "message" ? [[event.kind, event.text, event.isOwn]] : [],
    ),
  ).toEqual([
    ["privmsg", "<eve> one", true],
    ["action", "eve waves", true],
  ]);
});

test("[C13] a message the channel refuses is reported as not delivered, in the server's words", async () => {
  ann.send("MODE #radio +m");
  await ann.sync();

  const delivery = await bot.say("muted");
  ann.send("MODE #radio -m");
  await ann.sync();

  expect(delivery).toMatchObject({ kind: "refused", reason: expect.stringContaining("+m") });
});

test("[C12] a text arrives whole, at any length and in any script", async () => {
  for (const sample of ["a", "é", "漢", "🎵", "👨‍👩‍👧‍👦", "e\u0301", "word "]) {
    for (const bytes of [1, 440, 458, 459, 460, 470, 800, 917, 1_300]) {
      const text = sample.repeat(Math.ceil(bytes / Buffer.byteLength(sample))).trimEnd();
      await bot.say(text, { prefix: "<eve> " });
      bot.client.command("PRIVMSG", "#radio", "end");
      const lines = await ann.until(/ PRIVMSG #radio :end$/);

      const said = lines.filter((line) => line.includes(" :<eve> "));
      expect(said.map((line) => line.slice(line.indexOf(" :<eve> ") + 8)).join("")).toBe(text);
    }
  }
});

test("[C15] history the channel plays back is marked as such, and nothing is reported twice", async () => {
  ann.send("JOIN #past", "MODE #past +H 10:1h", "PRIVMSG #past :before");
  await ann.sync();
  using late = new TestClient({
    port: inspircd.port,
    nick: "late",
    channels: [{ name: "#past" }],
  });
  const played = await late.until("message");
  ann.send("PRIVMSG #past :meanwhile");
  await late.until("message", ({ text }) => text === "meanwhile");

  late.client.command("PART", "#past");
  await late.until("channel", ({ state }) => state.status === "waiting");
  ann.send("PRIVMSG #past :missed");
  await ann.sync();
  late.clock.advance(29_000);
  late.client.join("#past");
  await late.until("message", ({ text }) => text === "missed");
  ann.send("PRIVMSG #past :last");
  await late.until("message", ({ text }) => text === "last");

  expect(played).toMatchObject({ text: "before", isPlayback: true });
  expect(
    late.events.flatMap((event) =>
      event.type === "message" ? [[event.text, event.isPlayback]] : [],
    ),
  ).toEqual([
    ["before", true],
    ["meanwhile", false],
    ["missed", true],
    ["last", false],
  ]);
});

test("[C17] members are listed with their statuses as these change", async () => {
  const statuses = () => bot.client.members("#radio").map(({ nick, modes }) => nick + modes);

  ann.send("MODE #radio +v bot");
  await bot.until("mode", ({ changes }) => changes.some(({ mode }) => mode === "v"));
  const before = statuses();
  ann.send("NICK anna");
  await bot.until("nick", ({ to }) => to === "anna");
  const after = statuses();
  ann.send("NICK ann");
  await bot.until("nick", ({ to }) => to === "ann");

  expect(before).toEqual(expect.arrayContaining(["anno", "botv"]));
  expect(after).toEqual(expect.arrayContaining(["annao", "botv"]));
});

test("[C3] a KILL by an operator is not a ban, whatever its reason says", async () => {
  using operator = await LineClient.register({ port: inspircd.port, nick: "oper" });
  using killed = new TestClient({ port: inspircd.port, nick: "killed", channels: [] });
  await killed.until("registered");

  operator.send("OPER op oppw", "KILL killed :banned");

  expect(await killed.untilTrouble()).toMatchObject({
    status: "waiting",
    reason: expect.stringContaining("banned"),
  });
});

describe("a server that", () => {
  test.concurrent.each([
    { does: "kills fast senders", flood: "kill", users: 20, lastLine: "<user4> 0" },
    // It delays lines rather than dropping them; everyone's first line comes before anyone's second.
    { does: "slows fast senders", flood: "slow", users: 4, lastLine: "<user1> 1" },
  ] as const)(
    "[C10] $does keeps us connected, with everyone's lines in turn",
    async ({ flood, users: count, lastLine }) => {
      await using strict = await startInspircd({ flood });
      using reader = await LineClient.register({ port: strict.port, nick: "reader" });
      reader.send("JOIN #radio");
      await reader.sync();
      using talker = new TestClient({
        port: strict.port,
        nick: "talker",
        flood: "normal",
        clock: systemClock,
      });
      await talker.until("joined");

      const users = Array.from({ length: count }, (_, index) => `user${index}`);
      const deliveries = users.flatMap((sender) =>
        Array.from({ length: 10 }, (_, index) =>
          talker.say(`${index}`, { sender, prefix: `<${sender}> ` }),
        ),
      );
      const lines = await reader.until(new RegExp(`${lastLine}$`));
      // The server sends them one after the other.
      await talker.until("message", ({ text }) => text === lastLine);
      talker.client.close("bye");
      const outcomes = (await Promise.all(deliveries)).map((delivery) =>
        delivery.kind === "not-delivered" ? delivery.reason : delivery.kind,
      );

      const heard = lines.flatMap((line) => /<user\d+> \d$/.exec(line) ?? []).map(String);
      const turns = [0, 1, 2].flatMap((turn) => users.map((sender) => `<${sender}> ${turn}`));
      expect(heard).toEqual(turns.slice(0, turns.indexOf(lastLine) + 1));
      expect(outcomes.filter((outcome) => outcome === "confirmed").length).toBeGreaterThan(3);
      expect(outcomes).toContain("bye");
      expect(
        talker.events.some((event) => event.type === "state" && event.state.status === "waiting"),
      ).toBe(false);
    },
  );

  test("[C6] requires TLS gets it at once and on the next connect, checked against the trusted CA", async () => {
    const certificate = await createTestCertificate();
    await using secure = await startInspircd({ tls: certificate, hasSts: true });
    const options = {
      host: "localhost",
      port: secure.port,
      tls: { kind: "off", ca: certificate.cert },
      channels: [],
    } as const;
    using bot = new TestClient({ ...options, nick: "first" });
    const left = await bot.untilTrouble();
    bot.clock.advance(0);
    const { policy } = await bot.until("sts-policy");
    await bot.until("registered");
    using next = new TestClient({
      ...options,
      nick: "next",
      ...(policy === undefined ? {} : { stsPolicy: policy }),
    });
    await next.until("registered");

    expect(left).toMatchObject({ reason: "the server requires TLS" });
    expect(policy).toEqual({ port: secure.tlsPort, untilMs: bot.clock.nowMs() + 300_000 });
    expect(
      next.events.flatMap((event) => (event.type === "state" ? [event.state.status] : [])),
    ).toEqual(["connecting", "registering", "registered"]);
  });

  test("[C3] bans us is left alone", async () => {
    await using hostile = await startInspircd();
    using operator = await LineClient.register({ port: hostile.port, nick: "oper" });
    using banned = new TestClient({ port: hostile.port, user: "banned" });
    await banned.until("joined");

    operator.send("OPER op oppw", "KLINE banned@127.0.0.1 60 :spam");

    expect(await banned.untilTrouble()).toMatchObject({
      status: "stopped",
      reason: expect.stringContaining("the network has banned us"),
    });
    expect(banned.clock.timers).toBe(0);
  });

  test("[C2] says we connect too often is left alone for a minute", async () => {
    const tags = [
      '<module name="connflood">',
      '<connflood period="30" maxconns="1" timeout="30" quitmsg="Throttled" bootwait="0">',
    ];
    await using throttling = await startInspircd({ tags });
    using first = new TestClient({ port: throttling.port, nick: "first" });
    await first.until("state", ({ state }) => state.status !== "connecting");
    using second = new TestClient({ port: throttling.port, nick: "second" });
    using third = new TestClient({ port: throttling.port, nick: "third" });

    const states = [await second.untilTrouble(), await third.untilTrouble()];

    expect(
      states.map((state) => state.status === "waiting" && state.untilMs - second.clock.nowMs()),
    ).toEqual([60_000, 60_000]);
  });
});
