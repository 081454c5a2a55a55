// @module-tag ngircd
// @module-tag openssl
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { LineClient } from "../test-line-client.ts";
import { startNgircd } from "../test-ngircd.ts";
import type { TestIrcServer } from "../test-irc-server.ts";
import { freePort } from "@neonrelay/process/test-peer-process";
import { TestClient } from "./test-client.ts";
import { ScriptedServer } from "./test-scripted-server.ts";
import { TestProxy } from "./test-proxy.ts";

let certificate: { key: string; cert: string };
let ngircd: TestIrcServer;

beforeAll(async () => {
  certificate = await createTestCertificate();
  ngircd = await startNgircd({ tls: certificate });
});

afterAll(async () => {
  await ngircd[Symbol.asyncDispose]();
});

describe("[C1] certificates are verified", () => {
  test("a trusted one for this name is accepted", async () => {
    const tls = { kind: "on", ca: certificate.cert } as const;
    using bot = new TestClient({ host: "localhost", port: ngircd.tlsPort, tls });

    await bot.until("joined");

    expect(bot.client.state.status).toBe("registered");
  });

  test("one for another name is refused, and so is an unsigned one", async () => {
    const trusted = { kind: "on", ca: certificate.cert } as const;
    using misnamed = new TestClient({ port: ngircd.tlsPort, tls: trusted });
    using untrusted = new TestClient({
      host: "localhost",
      port: ngircd.tlsPort,
      tls: { kind: "on" },
    });

    const states = [await misnamed.untilTrouble(), await untrusted.untilTrouble()];

    expect(states).toMatchObject([
      { status: "waiting", needsAttention: true, reason: expect.stringContaining("127.0.0.1") },
      { status: "waiting", needsAttention: true, reason: expect.stringContaining("self-signed") },
    ]);
  });
});

test("[C6] a server that requires TLS is never contacted without it again, even when TLS fails", async () => {
  const lines: string[] = [];
  using plain = await ScriptedServer.start((socket) => {
    socket.on("data", (bytes) => lines.push(...bytes.toString().trim().split("\r\n")));
    socket.write(`:s CAP * LS :sts=port=${ngircd.tlsPort},duration=60\r\n`);
  });
  using bot = new TestClient({ port: plain.port });

  const first = await bot.untilTrouble();
  bot.clock.advance(0);
  const second = await bot.untilTrouble();
  bot.clock.advance(5_000);
  const third = await bot.untilTrouble();

  expect([first, second, third]).toMatchObject([
    { reason: "the server requires TLS" },
    { reason: expect.stringContaining("self-signed") },
    { reason: expect.stringContaining("self-signed") },
  ]);
  expect(lines.filter((line) => line.startsWith("NICK")).length).toBe(1);
});

test("[C3] a wrong server password stops the client, the right one gets it in", async () => {
  await using closed = await startNgircd({ password: "srvpw" });
  using stranger = new TestClient({ port: closed.port, serverPassword: "wrong" });
  using bot = new TestClient({ port: closed.port, serverPassword: "srvpw", nick: "bot2" });

  await bot.until("joined");

  expect(await stranger.untilTrouble()).toEqual({
    status: "stopped",
    reason: "the server refused the server password: Access denied: Bad password?",
  });
  expect(stranger.clock.timers).toBe(0);
});

test("[C2] the client returns after an outage, with its nick and its channel", async () => {
  await using server = await startNgircd();
  await server.kill();
  using bot = new TestClient({ port: server.port });
  const delaysMs: number[] = [];
  const untilWaiting = async () => {
    const state = await bot.untilTrouble();
    if (state.status !== "waiting") throw new Error(`the client is ${state.status}`);
    delaysMs.push(state.untilMs - bot.clock.nowMs());
  };
  const tryAgain = () => bot.clock.advance(delaysMs.at(-1) ?? 0);

  await untilWaiting();
  tryAgain();
  await untilWaiting();
  await server.begin();
  tryAgain();
  await bot.until("joined");
  using ann = await LineClient.register({ port: server.port, nick: "ann" });
  ann.send("JOIN #radio");
  await bot.until("join", ({ from }) => from.name === "ann");
  bot.clock.advance(30_000);
  await server.kill();
  await untilWaiting();
  tryAgain();
  await untilWaiting();
  await server.begin();
  tryAgain();
  const { topic } = await bot.until("topic");
  await bot.until("joined");

  expect(delaysMs).toEqual([5_000, 10_000, 5_000, 10_000]);
  expect([bot.client.nick, topic, bot.client.members("#radio").map(({ nick }) => nick)]).toEqual([
    "bot",
    "a topic",
    ["bot"],
  ]);
});

test("[C5] with an account configured, the client does not go in where the server has none", async () => {
  using bot = new TestClient({
    port: ngircd.port,
    sasl: { kind: "plain", account: "radio", password: "s3cret" },
  });

  expect(await bot.untilTrouble()).toMatchObject({
    status: "waiting",
    reason: "the network does not offer account sign-in at the moment",
    needsAttention: true,
  });
});

test("[C3] a KILL by an operator is not a ban, whatever its reason says", async () => {
  using operator = await LineClient.register({ port: ngircd.port, nick: "oper" });
  using killed = new TestClient({ port: ngircd.port, nick: "killed" });
  await killed.until("joined");

  operator.send("OPER op oppw", "KILL killed :banned");

  expect(await killed.untilTrouble()).toMatchObject({
    status: "waiting",
    reason: expect.stringContaining("banned"),
  });
});

describe("[C4] a server that", () => {
  test.each([
    ["says nothing is left in time", () => undefined, "registration took too long"],
    [
      "breaks off during registration is reported",
      (socket: Socket) => socket.once("data", () => socket.resetAndDestroy()),
      "the server closed the connection",
    ],
  ])("%s", async (_, behave, reason) => {
    using server = await ScriptedServer.start(behave);
    using bot = new TestClient({ port: server.port });

    await bot.until("state", ({ state }) => state.status === "registering");
    if (reason.includes("too long")) bot.clock.advance(30_000);

    expect(await bot.untilTrouble()).toMatchObject({ reason });
  });

  test.each([
    ["says nothing to our TLS is left in time, and told so", () => undefined],
    [
      "speaks no TLS and waits for a line is left in time",
      (socket: Socket, hello: Buffer) => {
        const far = connect(ngircd.port, "127.0.0.1", () => far.write(hello));
        socket.once("close", () => far.destroy());
      },
    ],
  ])("%s", async (_, behave) => {
    const { promise: greeted, resolve: greet } = Promise.withResolvers<Socket>();
    using server = await ScriptedServer.start((socket) =>
      socket.once("data", (hello) => {
        behave(socket, hello);
        greet(socket);
      }),
    );
    using bot = new TestClient({ host: "localhost", port: server.port, tls: { kind: "on" } });
    const socket = await greeted;
    const closed = once(socket, "close");

    bot.clock.advance(19_999);
    const before = bot.client.state.status;
    bot.clock.advance(1);
    await closed;

    expect(before).toBe("connecting");
    expect(bot.client.state).toMatchObject({ reason: "the server did not respond in time" });
  });

  test("breaks off during the TLS handshake is reported and tried again", async () => {
    using server = await ScriptedServer.start((socket) => {
      const far = connect(ngircd.tlsPort, "127.0.0.1");
      socket.pipe(far);
      far.on("error", () => far.destroy());
      far.once("data", (bytes) => {
        far.destroy();
        socket.write(bytes.subarray(0, 50), () => socket.resetAndDestroy());
      });
    });
    using bot = new TestClient({ host: "localhost", port: server.port, tls: { kind: "on" } });

    const first = await bot.untilTrouble();
    bot.clock.advance(5_000);
    const second = await bot.untilTrouble();

    const reason = "the server can't be reached: ECONNRESET";
    expect([first, second]).toMatchObject([{ reason }, { reason }]);
  });

  test("is not running is reported", async () => {
    using bot = new TestClient({ port: await freePort() });

    expect(await bot.untilTrouble()).toMatchObject({
      reason: "the server can't be reached: ECONNREFUSED",
      needsAttention: false,
    });
  });
});

test("[C7] the ghost of a broken connection keeps our nick until it is gone, then we regain it", async () => {
  using proxy = await TestProxy.start(ngircd.port);
  using bot = new TestClient({ port: proxy.port, nick: "ghosted" });
  await bot.until("joined");

  proxy.freeze();
  bot.clock.advance(90_000);
  const lost = await bot.untilTrouble();
  bot.clock.advance(24_000);
  const { nick } = await bot.until("registered");
  await bot.until("joined");
  proxy.breakFrozen();
  await bot.until("nick", ({ isOwn, to }) => isOwn && to === "ghosted");

  expect(lost).toMatchObject({ reason: "the server stopped responding" });
  expect(nick).toBe("ghosted_");
  expect(bot.client.state).toMatchObject({ status: "registered", nick: "ghosted" });
});

describe("in someone else's channel", () => {
  test("[C8] the right key, an invitation, a lifted ban or a free place lets us in", async () => {
    using ann = await LineClient.register({ port: ngircd.port, nick: "ann1" });
    ann.send("JOIN #keyed,#invited,#banned,#full", "MODE #keyed +k sesame", "MODE #invited +i");
    ann.send("MODE #banned +b joiner!*@*", "MODE #full +l 1");
    await ann.sync();
    using bot = new TestClient({
      port: ngircd.port,
      nick: "joiner",
      channels: [
        { name: "#keyed", key: "wrong" },
        { name: "#invited" },
        { name: "#banned" },
        { name: "#full" },
      ],
    });
    await bot.until("channel", (event) => event.channel === "#full" && "reason" in event.state);
    const refused = ["#keyed", "#invited", "#banned", "#full"].map((name) =>
      bot.client.channelState(name),
    );

    ann.send("INVITE joiner #invited", "MODE #banned -b joiner!*@*", "MODE #full -l");
    await bot.until("joined", ({ channel }) => channel === "#invited");
    bot.client.join("#keyed", "sesame");
    await bot.until("joined", ({ channel }) => channel === "#keyed");
    await ann.sync();
    bot.clock.advance(29_000);
    bot.clock.advance(1_000);
    await bot.until("joined", ({ channel }) => channel === "#banned");
    await bot.until("joined", ({ channel }) => channel === "#full");

    expect(
      refused.map((state) => state !== undefined && "reason" in state && state.reason),
    ).toEqual([
      "the key of the channel is missing or wrong",
      "the channel is invite-only",
      "we are banned from the channel",
      "the channel is full",
    ]);
  });

  test("[C9] a kick keeps us out for a minute, a second one for half an hour, a third until someone invites us", async () => {
    using ann = await LineClient.register({ port: ngircd.port, nick: "ann2" });
    ann.send("JOIN #kicks");
    await ann.sync();
    using bot = new TestClient({
      port: ngircd.port,
      nick: "kicked",
      channels: [{ name: "#kicks" }],
    });
    await bot.until("joined");
    const kick = async () => {
      ann.send("KICK #kicks kicked :go away");
      const { state } = await bot.until("channel", (event) => event.state.status !== "joined");
      return state.status === "waiting" ? state.untilMs - bot.clock.nowMs() : state.status;
    };
    // The server must send something now and then, as it would in real time.
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        bot.clock.advance(60_000);
        ann.send("PRIVMSG kicked :still here?");
        await bot.until("message");
      }
    };

    const first = await kick();
    const refused = await bot.say("still here?", { channel: "#kicks" });
    bot.clock.advance(59_000);
    const before = bot.client.channelState("#kicks");
    bot.clock.advance(1_000);
    await bot.until("joined");
    const second = await kick();
    await pass(29);
    bot.clock.advance(60_000);
    await bot.until("joined");
    const third = await kick();
    await pass(31);
    const after = bot.client.channelState("#kicks");
    ann.send("INVITE kicked #kicks");
    await bot.until("joined");

    expect([first, second, third]).toEqual([60_000, 1_800_000, "out"]);
    expect(refused).toEqual({ kind: "not-delivered", reason: "we were kicked: go away" });
    expect(before).toMatchObject({ status: "waiting" });
    expect(after).toEqual({ status: "out", reason: "we were kicked: go away" });
  });
});

describe("a message", () => {
  let ann: LineClient;
  let bot: TestClient;

  beforeAll(async () => {
    ann = await LineClient.register({ port: ngircd.port, nick: "ann" });
    ann.send("JOIN #radio");
    await ann.sync();
    bot = new TestClient({ port: ngircd.port, nick: "talker" });
    await bot.until("joined");
    await ann.until(/talker.* JOIN/);
  });

  afterAll(() => {
    bot.client.close("bye");
    ann.close();
  });

  test("[I3] is one line, whatever it contains: no other command, no CTCP", async () => {
    const text = fc.oneof(
      fc.string({
        unit: fc.nat(0x2_ffff).map((code) => String.fromCodePoint(code)),
        minLength: 1,
        maxLength: 30,
      }),
      fc.constantFrom("a\r\nJOIN #evil", "a\nQUIT", "\u0001DCC SEND\u0001", "a\0b", ":x", " "),
    );

    await fc.assert(
      fc.asyncProperty(text, async (words) => {
        await bot.say(words, { prefix: "<eve> " });
        bot.client.command("AWAY", words);
        bot.client.command("PRIVMSG", "#radio", "end");
        const lines = await ann.until(/ PRIVMSG #radio :end$/);

        const said = lines.filter((line) => line.startsWith(":talker!"));
        expect(said.map((line) => line.split(" ")[1])).toEqual(["PRIVMSG", "PRIVMSG"]);
        expect(said[0]).toContain(" PRIVMSG #radio :<eve>");
        expect(said[0]).not.toContain("\u0001");
      }),
      { numRuns: 20 },
    );
  });

  test("[C12] arrives whole, at any length and in any script", async () => {
    const samples = ["a", "é", "漢", "🎵", "👨‍👩‍👧‍👦", "e\u0301", "word "];
    for (const sample of samples) {
      for (const bytes of [1, 440, 458, 459, 460, 470, 800, 917, 1_300]) {
        const count = Math.ceil(bytes / Buffer.byteLength(sample));
        // ngircd strips trailing spaces.
        const text = sample.repeat(count).trimEnd();
        await bot.say(text, { prefix: "<eve> " });
        bot.client.command("PRIVMSG", "#radio", "end");
        const lines = await ann.until(/ PRIVMSG #radio :end$/);

        const pieces = lines.slice(0, -1).map((line) => line.slice(line.indexOf(" :<eve> ") + 8));
        expect(pieces.join("")).toBe(text);
      }
    }
  });

  test("[C14] of ours is reported once, and one in Latin-1 is readable", async () => {
    bot.events.length = 0;
    const delivery = await bot.say("once");
    ann.sendBytes(Buffer.from("PRIVMSG #radio :caf\xe9 \x02bold\x02\r\n", "latin1"));
    ann.send("PRIVMSG #radio :\u0001ACTION waves", "PRIVMSG #radio :\u0001VERSION\u0001");
    ann.send("PRIVMSG #radio :last");
    await ann.sync();
    const said = () =>
      bot.events.flatMap((event) =>
        event.type === "message" ? [[event.kind, event.from.name, event.text]] : [],
      );
    await expect.poll(() => said().at(-1)?.[2]).toBe("last");

    expect(delivery.kind).toBe("sent");
    expect(said()).toEqual([
      ["privmsg", "talker", "once"],
      ["privmsg", "ann", "café \u0002bold\u0002"],
      ["action", "ann", "waves"],
      ["privmsg", "ann", "last"],
    ]);
  });
});
