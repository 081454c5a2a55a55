import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestCertificate } from "../test-certificate.ts";
import { LineClient } from "../test-line-client.ts";
import { TestNgircd } from "../test-ngircd.ts";
import { freePort } from "../test-peer-process.ts";
import { TestClient } from "./test-client.ts";
import { TestProxy } from "./test-proxy.ts";

let certificate: { key: string; cert: string };
let ngircd: TestNgircd;

beforeAll(async () => {
  certificate = await createTestCertificate();
  ngircd = await TestNgircd.start({ tls: certificate });
});

afterAll(async () => {
  await ngircd[Symbol.asyncDispose]();
});

describe("[C1] certificates are verified", () => {
  test("one that is trusted and of this name is good", async () => {
    const tls = { kind: "on", ca: certificate.cert } as const;
    using bot = new TestClient({ host: "localhost", port: ngircd.tlsPort, tls });

    await bot.until("joined");

    expect(bot.client.state.status).toBe("registered");
  });

  test("one of another name is refused, and so is one nobody has signed", async () => {
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

test("[C6] a server that wants TLS is not spoken to without it again, even if that fails", async () => {
  const lines: string[] = [];
  const plain = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => lines.push(...bytes.toString().trim().split("\r\n")));
    socket.write(`:s CAP * LS :sts=port=${ngircd.tlsPort},duration=60\r\n`);
  });
  await once(plain.listen(0, "127.0.0.1"), "listening");
  const address = plain.address();
  using bot = new TestClient({ port: typeof address === "object" ? (address?.port ?? 0) : 0 });

  const first = await bot.untilTrouble();
  bot.clock.advance(0);
  const second = await bot.untilTrouble();
  bot.clock.advance(5_000);
  const third = await bot.untilTrouble();
  plain.close();

  expect([first, second, third]).toMatchObject([
    { reason: "the server wants TLS" },
    { reason: expect.stringContaining("self-signed") },
    { reason: expect.stringContaining("self-signed") },
  ]);
  expect(lines.filter((line) => line.startsWith("NICK")).length).toBe(1);
});

test("[C3] a wrong server password stops the client, the right one lets it in", async () => {
  await using closed = await TestNgircd.start({ password: "srvpw" });
  using stranger = new TestClient({ port: closed.port, serverPassword: "wrong" });
  using bot = new TestClient({ port: closed.port, serverPassword: "srvpw", nick: "bot2" });

  await bot.until("joined");

  expect(await stranger.untilTrouble()).toEqual({
    status: "stopped",
    reason: "the server refused its password: Access denied: Bad password?",
  });
  expect(stranger.clock.timers).toBe(0);
});

test("[C2] the client comes back to a server that was away, with its nick, its channel and what is there", async () => {
  await using server = await TestNgircd.start();
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
  await server.kill();
  await untilWaiting();
  tryAgain();
  await untilWaiting();
  await server.begin();
  tryAgain();
  const { topic } = await bot.until("topic");
  await bot.until("joined");

  expect(delaysMs).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect([bot.client.nick, topic, bot.client.members("#radio").map(({ nick }) => nick)]).toEqual([
    "bot",
    "a topic",
    ["bot"],
  ]);
});

describe("[C4] a server that", () => {
  test.each([
    ["says nothing is left in time", () => undefined, "the server did not let us in in time"],
    [
      "breaks off while we introduce ourselves is told",
      (socket: Socket) => socket.once("data", () => socket.resetAndDestroy()),
      "the server closed the connection",
    ],
  ])("%s", async (_, behave, reason) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      behave(socket);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    using bot = new TestClient({ port: typeof address === "object" ? (address?.port ?? 0) : 0 });

    await bot.until("state", ({ state }) => state.status === "registering");
    if (reason.includes("in time")) bot.clock.advance(30_000);

    expect(await bot.untilTrouble()).toMatchObject({ reason });
    server.close();
    for (const socket of sockets) socket.destroy();
  });

  test("does not answer in TLS is left in time", async () => {
    using bot = new TestClient({ host: "localhost", port: ngircd.port, tls: { kind: "on" } });

    bot.clock.advance(20_000);

    expect(await bot.untilTrouble()).toMatchObject({ reason: "the server did not answer in time" });
  });

  test("nobody has started is told", async () => {
    using bot = new TestClient({ port: await freePort() });

    expect(await bot.untilTrouble()).toMatchObject({
      reason: "the server can't be reached: ECONNREFUSED",
      needsAttention: false,
    });
  });
});

test("[C7] the ghost of a broken connection keeps its nick until it is gone, then we have it back", async () => {
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

  expect(lost).toMatchObject({ reason: "nothing came from the server any more" });
  expect(nick).toBe("ghosted_");
  expect(bot.client.state).toMatchObject({ status: "registered", nick: "ghosted" });
});

describe("in a channel of somebody else", () => {
  test("[C8] the right key, an invitation and the end of a ban let us in", async () => {
    using ann = await LineClient.register({ port: ngircd.port, nick: "ann1" });
    ann.send("JOIN #keyed,#invited,#banned", "MODE #keyed +k sesame", "MODE #invited +i");
    ann.send("MODE #banned +b joiner!*@*");
    await ann.sync();
    using bot = new TestClient({
      port: ngircd.port,
      nick: "joiner",
      channels: [{ name: "#keyed", key: "wrong" }, { name: "#invited" }, { name: "#banned" }],
    });
    await bot.until("channel", (event) => event.channel === "#banned" && "reason" in event.state);
    const refused = ["#keyed", "#invited", "#banned"].map((name) => bot.client.channelState(name));

    ann.send("INVITE joiner #invited", "MODE #banned -b joiner!*@*");
    await bot.until("joined", ({ channel }) => channel === "#invited");
    bot.client.join("#keyed", "sesame");
    await bot.until("joined", ({ channel }) => channel === "#keyed");
    await ann.sync();
    bot.clock.advance(29_000);
    bot.clock.advance(1_000);
    await bot.until("joined", ({ channel }) => channel === "#banned");

    expect(
      refused.map((state) => state !== undefined && "reason" in state && state.reason),
    ).toEqual([
      "the key of the channel is missing or wrong",
      "the channel is by invitation only",
      "we are banned from the channel",
    ]);
  });

  test("[C9] a kick keeps us out for a minute", async () => {
    using ann = await LineClient.register({ port: ngircd.port, nick: "ann2" });
    ann.send("JOIN #kicks");
    await ann.sync();
    using bot = new TestClient({
      port: ngircd.port,
      nick: "kicked",
      channels: [{ name: "#kicks" }],
    });
    await bot.until("joined");

    ann.send("KICK #kicks kicked :go away");
    const { state } = await bot.until("channel", (event) => event.state.status === "waiting");
    const refused = await bot.say("still here?", { channel: "#kicks" });
    bot.clock.advance(29_000);
    bot.clock.advance(31_000);
    await bot.until("joined");

    expect(state).toMatchObject({ reason: "we were kicked: go away" });
    expect(refused).toEqual({ kind: "not-delivered", reason: "we were kicked: go away" });
  });
});

describe("what is said", () => {
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

  test("[I3] is one line, whatever is in it: no other command, no CTCP", async () => {
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

  test("[C12] comes whole, however long it is and whatever it is written in", async () => {
    const samples = ["a", "é", "漢", "🎵", "👨‍👩‍👧‍👦", "e\u0301", "word "];
    for (const sample of samples) {
      for (const bytes of [1, 440, 458, 459, 460, 470, 800, 917, 1_300]) {
        const count = Math.ceil(bytes / Buffer.byteLength(sample));
        // ngircd takes spaces off the end of a line.
        const text = sample.repeat(count).trimEnd();
        await bot.say(text, { prefix: "<eve> " });
        bot.client.command("PRIVMSG", "#radio", "end");
        const lines = await ann.until(/ PRIVMSG #radio :end$/);

        const pieces = lines.slice(0, -1).map((line) => line.slice(line.indexOf(" :<eve> ") + 8));
        expect(pieces.join("")).toBe(text);
      }
    }
  });

  test("[C14] by us is told once, and by others in Latin-1 is readable", async () => {
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

    expect(delivery).toEqual({ kind: "sent" });
    expect(said()).toEqual([
      ["privmsg", "talker", "once"],
      ["privmsg", "ann", "café \u0002bold\u0002"],
      ["action", "ann", "waves"],
      ["privmsg", "ann", "last"],
    ]);
  });
});
