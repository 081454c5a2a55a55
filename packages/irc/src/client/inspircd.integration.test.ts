import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestInspircd } from "../test-inspircd.ts";
import { LineClient } from "../test-line-client.ts";
import { systemClock } from "./clock.ts";
import { TestClient } from "./test-client.ts";

let inspircd: TestInspircd;
let ann: LineClient;
let bot: TestClient;

beforeAll(async () => {
  inspircd = await TestInspircd.start();
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

test("[C13] what the server has passed on is confirmed, with its id and time, and told once [C14]", async () => {
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

test("[C13] what the channel refuses is not delivered, in the words of the server", async () => {
  ann.send("MODE #radio +m");
  await ann.sync();

  const delivery = await bot.say("muted");
  ann.send("MODE #radio -m");
  await ann.sync();

  expect(delivery).toMatchObject({ kind: "not-delivered", reason: expect.stringContaining("+m") });
});

test("[C12] a text comes whole, however long it is and whatever it is written in", async () => {
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

test("[C15] history that the channel plays back is told as such, and nothing of it twice", async () => {
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

test("[C17] members are known with their statuses, as they change", async () => {
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

describe("a server that", () => {
  test("[C10] kills who sends too much lets us stay, with everybody's words in turn", async () => {
    await using strict = await TestInspircd.start({ flood: "kill" });
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

    const users = Array.from({ length: 20 }, (_, index) => `user${index}`);
    const deliveries = users.flatMap((sender) =>
      Array.from({ length: 10 }, (_, index) =>
        talker.say(`${index}`, { sender, prefix: `<${sender}> ` }),
      ),
    );
    const lines = await reader.until(/<user4> 0$/);
    talker.client.close("bye");
    const outcomes = (await Promise.all(deliveries)).map((delivery) =>
      delivery.kind === "not-delivered" ? delivery.reason : delivery.kind,
    );

    const heard = lines.flatMap((line) => /<(user\d+)> (\d)$/.exec(line)?.slice(1, 3) ?? []);
    expect(heard).toEqual(users.slice(0, 5).flatMap((sender) => [sender, "0"]));
    expect(outcomes.filter((outcome) => outcome === "confirmed").length).toBeGreaterThan(3);
    expect(new Set(outcomes)).toEqual(
      new Set(["confirmed", "bye", "too many messages at once", "the channel is busy"]),
    );
  });

  test("[C3] bans us is left alone", async () => {
    await using hostile = await TestInspircd.start();
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

  test("[C2] says we connect too often is left for a minute", async () => {
    const tags = [
      '<module name="connflood">',
      '<connflood period="30" maxconns="1" timeout="30" quitmsg="Throttled" bootwait="0">',
    ];
    await using throttling = await TestInspircd.start({ tags });
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
