import { spawnSync } from "node:child_process";
import { connect } from "node:net";
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  oneof,
  string,
  tuple,
  uint8Array,
} from "fast-check";
import { untilCutOff } from "@neonrelay/process/test-slow-client";
import { expect, test, vi } from "vitest";
import { parseMessage } from "../protocol/message.ts";
import { anyCharacter } from "../test-any-character.ts";
import { LineClient } from "../test-line-client.ts";
import { normaliseLine } from "../test-transcript.ts";
import type { IrcServerOptions } from "./server-options.ts";
import { startTestServer, testLimits } from "./test-server.ts";
import type { VirtualUser, VirtualUserEvent, VirtualUserOptions } from "./virtual-user.ts";

const authenticate: IrcServerOptions["authenticate"] = ({ account, password }) =>
  Promise.resolve(
    password === "right"
      ? {
          kind: "accepted",
          accountId: `id of ${account}`,
          account,
          mayOperate: account === "chief",
          keepsChannels: account === "dj",
        }
      : { kind: "refused" },
  );

const stranger: Omit<VirtualUserOptions, "nick"> = {
  username: "web",
  realName: "Web user",
  host: "web.station",
  account: undefined,
  isOperator: false,
  isBot: false,
  onEvent: () => {},
};

function plain(account: string, password: string): string {
  return Buffer.from(`\0${account}\0${password}`).toString("base64");
}

async function logIn(port: number, nick: string, caps: string): Promise<LineClient> {
  const client = await LineClient.connect({ port });
  client.send(`CAP REQ :sasl ${caps}`, `NICK ${nick}`, `USER ${nick} 0 * :${nick} real`);
  client.send("AUTHENTICATE PLAIN", `AUTHENTICATE ${plain("dj", "right")}`, "CAP END");
  await client.until(/ 422 | 376 /);
  await client.sync();
  return client;
}

test("[N21] SASL PLAIN logs in before the welcome, and others see the account", async () => {
  await using server = await startTestServer({ authenticate });
  using listener = await LineClient.register({
    port: server.port,
    nick: "bob",
    caps: "extended-join account-tag",
  });
  listener.send("JOIN #radio");
  await listener.sync();
  using dj = await logIn(server.port, "dj1", "");

  dj.send("JOIN #radio", "PRIVMSG #radio :hello");
  await dj.sync();
  listener.send("WHOIS dj1");

  const lines = (await listener.sync()).map(normaliseLine);
  expect(lines.slice(0, 3)).toEqual([
    "@account dj1 JOIN #radio dj dj1 real",
    "MODE #radio +o dj1",
    "@account dj1 PRIVMSG #radio hello",
  ]);
  expect(lines).toContain("330 bob dj1 dj");
});

test("[N21] three wrong passwords end the connection", async () => {
  await using server = await startTestServer({ authenticate });
  using client = await LineClient.connect({ port: server.port });
  const attempt = ["AUTHENTICATE PLAIN", `AUTHENTICATE ${plain("dj", "wrong")}`];
  client.send("CAP REQ :sasl", ...attempt, ...attempt, ...attempt);

  const lines = await client.untilClosed();

  expect(lines.filter((line) => line.includes(" 904 "))).toHaveLength(3);
  expect(lines.at(-1)).toContain("Too many failed logins");
});

test("[N21] an owner that does not answer fails the login, and the client continues", async () => {
  await using server = await startTestServer({
    authenticate: () => new Promise(() => {}),
    limits: { ...testLimits, answerWithinMs: 20 },
  });
  using client = await LineClient.connect({ port: server.port });
  client.send("CAP REQ :sasl", "NICK carol", "USER carol 0 * :c");
  client.send("AUTHENTICATE PLAIN", `AUTHENTICATE ${plain("dj", "right")}`, "CAP END");

  const lines = await client.until(/ 001 carol /);

  expect(lines.some((line) => line.includes(" 904 "))).toBe(true);
  expect(server.errors).toHaveLength(1);
});

test("[N23] a labelled command gets one response: ACK, a message, or a batch", async () => {
  await using server = await startTestServer();
  using client = await LineClient.register({
    port: server.port,
    nick: "alice",
    caps: "labeled-response batch echo-message",
  });
  client.send("@label=1 PONG x", "@label=2 TIME", "@label=3 WHOIS alice");

  const lines = (await client.sync()).map((line) => parseMessage(line));

  const tags = lines.map((line) => Object.fromEntries(line?.tags ?? []));
  expect(lines.slice(0, 3).map((line) => line?.command)).toEqual(["ACK", "391", "BATCH"]);
  expect(tags.slice(0, 3)).toEqual([{ label: "1" }, { label: "2" }, { label: "3" }]);
  const reference = lines[2]?.params[0]?.slice(1);
  expect(tags.slice(3, -1).every(({ batch }) => batch === reference)).toBe(true);
  expect(lines.at(-1)?.params).toEqual([`-${reference ?? ""}`]);
});

test("[N23] any refusal of a labelled line carries its label", async () => {
  await using server = await startTestServer();
  using client = await LineClient.register({
    port: server.port,
    nick: "alice",
    caps: "labeled-response batch echo-message",
  });
  client.send(
    "@label=1 NONEXISTENT_COMMAND bar",
    "@label=2;+draft/reply=x :alice NOPE",
    "@label=3 :alice N0PE",
    `@label=4 PRIVMSG alice :${"x".repeat(600)}`,
    `@label=5 PRIVMSG alice :${"x".repeat(9000)}`,
    `@label=6;+x=${"x".repeat(5000)} PRIVMSG alice :x`,
    "@label=7 PRIVMSG al\0ice :x",
    "@label=8 USER a b c d",
    "@label=9 KICK",
  );
  client.sendBytes(Buffer.from("@label=10 PRIVMSG alice :\xff\r\n", "latin1"));

  const lines = (await client.sync()).map((line) => parseMessage(line));

  expect(lines.map((line) => [line?.tags.get("label"), line?.command])).toEqual([
    ["1", "421"],
    ["2", "421"],
    ["3", "421"],
    ["4", "417"],
    ["5", "417"],
    // Tags over their limit are not parsed.
    [undefined, "417"],
    ["7", "421"],
    ["8", "462"],
    ["9", "461"],
    ["10", "FAIL"],
  ]);
});

test("[N23] before the welcome, too, a refusal carries its line's label", async () => {
  await using server = await startTestServer();
  using client = await LineClient.connect({ port: server.port });
  client.send("CAP REQ :labeled-response batch", "@label=1 NO_SUCH", "@label=2 PRIVMSG x :y");

  const refused = [await client.until(/ 451 /), await client.until(/ 451 /)].flat();

  const labels = refused.filter((line) => line.includes(" 451 ")).map((line) => parseMessage(line));
  expect(labels.map((line) => line?.tags.get("label"))).toEqual(["1", "2"]);
});

async function withVirtual(
  run: (parts: {
    readonly alice: LineClient;
    readonly web: VirtualUser;
    readonly told: readonly VirtualUserEvent[];
    readonly server: Awaited<ReturnType<typeof startTestServer>>;
  }) => Promise<void>,
): Promise<void> {
  await using server = await startTestServer();
  using alice = await LineClient.register({ port: server.port, nick: "alice" });
  alice.send("JOIN #room");
  await alice.sync();
  const told: VirtualUserEvent[] = [];
  const outcome = server.irc.addUser({
    ...stranger,
    nick: "web",
    account: "webber",
    onEvent: (event) => told.push(event),
  });
  if (outcome.kind !== "added") throw new Error(outcome.reason);
  outcome.user.join("#room");
  await alice.sync();
  await run({ alice, web: outcome.user, told, server });
  expect(server.errors).toEqual([]);
}

test("[I1][N24] anything a process user says, sets, gives as a reason or is called reaches others as one line", () =>
  withVirtual(async ({ alice, web, server }) => {
    const poison = constantFrom("\r\nQUIT", "\0", "\u0001VERSION\u0001", " :", ":", "\u2028", "");
    const text = tuple(poison, string({ unit: anyCharacter, maxLength: 40 }), poison).map((parts) =>
      parts.join(""),
    );
    const acts: Readonly<Record<string, (words: string) => unknown>> = {
      PRIVMSG: (words) => web.say({ target: "#room", text: words }),
      TOPIC: (words) => web.setTopic("#room", words),
      PART: (words) => web.part("#room", words),
      NICK: (words) => web.setNick(words),
      KICK: (words) => web.kick({ channel: "#room", nick: "victim", reason: words }),
      MODE: (words) => web.setModes("#room", ["+b", words]),
    };
    let seen = 0;
    await assert(
      asyncProperty(constantFrom(...Object.keys(acts)), text, async (command, words) => {
        const victim = server.irc.addUser({ ...stranger, nick: "victim" });
        if (victim.kind === "added") victim.user.join("#room");
        web.join("#room");
        alice.send(`MODE #room +o ${web.nick}`);
        await alice.sync();

        acts[command]?.(words);

        const lines = (await alice.sync()).map((line) => parseMessage(line)?.command);
        expect(lines.length === 0 || lines.join(" ") === command).toBe(true);
        seen += lines.length;
        if (victim.kind === "added") victim.user.quit(words);
        const left = (await alice.sync()).map((line) => parseMessage(line)?.command);
        expect(left.join(" ")).toMatch(/^(?:QUIT)?$/);
      }),
      { numRuns: 24, examples: Object.keys(acts).map((command) => [command, "plain\r\nQUIT"]) },
    );
    expect(seen).toBeGreaterThan(5);
  }));

test("[N24] a process user speaks, acts, renames, goes away and leaves like any other", () =>
  withVirtual(async ({ alice, web }) => {
    web.say({ target: "#room", text: "one\r\nQUIT" });
    web.action({ target: "#room", text: "waves" });
    web.setNick("webby");
    alice.send("WHO #room", "NAMES #room");
    web.part("#room", "off");
    web.join("#room");
    web.quit("closed");

    expect((await alice.sync()).map(normaliseLine)).toEqual([
      "web PRIVMSG #room one QUIT",
      "web PRIVMSG #room \u0001ACTION waves\u0001",
      "web NICK webby",
      "webby PART #room off",
      "webby JOIN #room",
      "webby QUIT closed",
      "352 alice #room ~alice HOST irc.test.local alice H@ 0 alice real",
      "315 alice #room",
      "353 alice = #room @alice",
      "366 alice #room",
    ]);
  }));

test("[N24] a process user receives kicks, bans and invitations", () =>
  withVirtual(async ({ alice, web, told }) => {
    alice.send("MODE #room +bb ~a:webber ~m:*!*@web.station", "KICK #room web :bye");
    alice.send("INVITE web #room");
    await alice.sync();

    expect(web.say({ target: "#room", text: "may I?" })).toEqual({
      kind: "refused",
      code: "404",
      reason: "Cannot send to channel",
    });
    expect(told).toEqual([
      { type: "banned", channel: "#room", mask: "~a:webber", by: "alice" },
      { type: "banned", channel: "#room", mask: "~m:*!*@web.station", by: "alice" },
      { type: "kicked", channel: "#room", by: "alice", reason: "bye" },
      { type: "invited", channel: "#room", by: "alice" },
    ]);
  }));

test("[N24] a process user gets no event for a mute that an exception cancels", () =>
  withVirtual(async ({ alice, web, told }) => {
    alice.send("MODE #room +eb ~m:web ~m:*!*@*");
    await alice.sync();

    expect(web.say({ target: "#room", text: "may I?" }).kind).toBe("said");
    expect(told).toEqual([]);
  }));

test("[N24] private messages to a process user are refused, since no one would read them", () =>
  withVirtual(async ({ alice, told }) => {
    alice.send("PRIVMSG web :psst", "PRIVMSG web :\u0001VERSION\u0001", "NOTICE web :psst");

    expect((await alice.sync()).map(normaliseLine)).toEqual(["531 alice web", "531 alice web"]);
    expect(told).toEqual([]);
  }));

test("[N24] a process user is refused a nick in use, too", () =>
  withVirtual(async ({ server }) => {
    const outcome = server.irc.addUser({
      nick: "ALICE",
      username: "x",
      realName: "x",
      host: "x",
      account: undefined,
      isOperator: false,
      isBot: false,
      onEvent: () => {},
    });

    expect(outcome).toEqual({
      kind: "refused",
      code: "433",
      reason: "Nickname is already in use",
    });
    return Promise.resolve();
  }));

test("[N24] long text is sent as several lines that join back to it", () =>
  withVirtual(async ({ alice, web }) => {
    const text = "längere Wörter ".repeat(60).trimEnd();

    const outcome = web.say({ target: "#room", text });

    const lines = (await alice.sync()).map((line) => parseMessage(line)?.params[1] ?? "");
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join("")).toBe(text);
    expect(outcome).toEqual({ kind: "said", messageIds: lines.map(() => expect.any(String)) });
  }));

test("[N25] the owner sees what is public, with account and rank, and nothing private", () =>
  withVirtual(async ({ alice, web, server }) => {
    const before = server.events.length;
    alice.send("PRIVMSG #room :\u0001ACTION waves", "PRIVMSG web :secret", "TOPIC #room :new");
    alice.send("MODE #room +v web", "KICK #room web :bye");
    await alice.sync();
    web.quit("gone");

    const told = server.events.slice(before).map((event) => {
      switch (event.type) {
        case "message":
          return [event.type, event.kind, event.text, event.from.nick, event.from.prefix];
        case "topic":
          return [event.type, event.topic, event.by.nick];
        case "modes":
          return [event.type, ...event.changes];
        case "kicked":
          return [event.type, event.who.nick, event.who.account, event.who.isVirtual];
        case "quit":
        case "joined":
        case "parted":
        case "renamed":
        case "operated":
        case "away":
          return [event.type];
        default:
          return event satisfies never;
      }
    });
    expect(told).toEqual([
      ["message", "action", "waves", "alice", "@"],
      ["topic", "new", "alice"],
      ["modes", "+v", "web"],
      ["kicked", "web", "webber", true],
      ["quit"],
    ]);
  }));

test("[N26] a line that is too long or not UTF-8 is refused, and the connection stays", async () => {
  await using server = await startTestServer();
  using client = await LineClient.register({ port: server.port, nick: "alice" });
  client.send(`PRIVMSG alice :${"x".repeat(600)}`, `@a=${"x".repeat(8000)} PRIVMSG alice :x`);
  client.sendBytes(Buffer.from("PRIVMSG alice :caf\xe9\r\n", "latin1"));

  expect((await client.sync()).map(normaliseLine)).toEqual([
    "417 alice",
    "417 alice",
    "FAIL PRIVMSG INVALID_UTF8 Message rejected, your IRC software MUST use UTF-8 encoding on this network",
  ]);
});

test("[N26] a message is cut to fit the reader's line, never within a code point", async () => {
  await using server = await startTestServer();
  using alice = await LineClient.register({ port: server.port, nick: "alice" });
  using bob = await LineClient.register({ port: server.port, nick: "bob" });
  for (const shift of ["", "x", "xx", "xxx"]) {
    const text = shift + "🎵".repeat(120);
    alice.send(`PRIVMSG bob :${text}`);
    await alice.sync();

    const [line = ""] = await bob.sync();

    const said = parseMessage(line)?.params[1] ?? "";
    expect(text.startsWith(said)).toBe(true);
    expect(said).not.toContain("\uFFFD");
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(510);
    expect(Buffer.byteLength(line)).toBeGreaterThan(506);
  }
});

test("[N27] five lines are accepted at once, then two a second", async () => {
  await using server = await startTestServer({
    limits: { ...testLimits, lines: { burst: 5, perSecond: 50 } },
  });
  using alice = await LineClient.register({ port: server.port, nick: "alice" });
  const startedAt = performance.now();
  alice.send(...Array.from({ length: 25 }, (_, index) => `PING ${index}`));

  await alice.until(/PONG .*24$/);

  // 20 lines beyond the burst, less what registering left over: 0.4 s. A timer may fire a moment early.
  expect(performance.now() - startedAt).toBeGreaterThan(300);
});

test("[N27] a client is rate-limited before the welcome, too", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const linesBeforeWelcome = { burst: 5, perSecond: 1 / 1000 };
    await using server = await startTestServer({ limits: { ...testLimits, linesBeforeWelcome } });
    using client = await LineClient.connect({ port: server.port });
    client.send(
      ...Array.from({ length: 100 }, (_, index) => `PING ${index}`),
      "NICK a",
      "USER a 0 * a",
    );

    const atOnce = await client.until(/ PONG .*4$/);
    vi.advanceTimersByTime(testLimits.registrationMs);
    const later = await client.untilClosed();

    expect(atOnce).toHaveLength(5);
    expect(later).toEqual([expect.stringContaining("Registration timed out")]);
  } finally {
    vi.useRealTimers();
  }
});

test("[N28] a client that does not read is dropped, and 50 others miss nothing", async () => {
  await using server = await startTestServer();
  const { port } = server;
  const readers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const client = await LineClient.register({ port, nick: `r${index}` });
      client.send("JOIN #crowd");
      return client;
    }),
  );
  using slow = await LineClient.register({ port, nick: "slow" });
  slow.send("JOIN #crowd");
  await slow.sync();
  slow.stopReading();
  const [speaker, watcher] = readers;
  if (speaker === undefined || watcher === undefined) throw new Error("no one there");
  for (const reader of readers) await reader.sync();
  const text = "x".repeat(400);
  let sent = 0;
  const isDropped = () => server.irc.channel("#crowd")?.members.length === 50;
  // The kernel buffers some megabytes before anything queues up here.
  while (!isDropped() && sent < 40_000) {
    speaker.send(
      ...Array.from({ length: 100 }, (_, index) => `PRIVMSG slow :${sent + index} ${text}`),
    );
    sent += 100;
    await speaker.sync();
  }
  speaker.send("PRIVMSG #crowd :after");
  await speaker.sync();

  expect(isDropped()).toBe(true);
  expect(server.events.at(-2)).toMatchObject({ type: "quit", reason: "Max SendQ exceeded" });
  for (const reader of readers.slice(1)) {
    const said = (await reader.sync()).map(normaliseLine);
    expect(said.slice(-2)).toEqual(["slow QUIT Max SendQ exceeded", "r0 PRIVMSG #crowd after"]);
  }
  for (const reader of readers) reader.close();
});

test("[N29] a client that does not register in time is dropped", async () => {
  await using server = await startTestServer({ limits: { ...testLimits, registrationMs: 30 } });
  using client = await LineClient.connect({ port: server.port });
  client.send("NICK alice");

  expect((await client.untilClosed()).join("\n")).toContain("Registration timed out");
});

test("[N29] registration may take half a minute, with at most ten seconds of silence", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await using server = await startTestServer();
    using slow = await LineClient.connect({ port: server.port });
    using silent = await LineClient.connect({ port: server.port });
    using endless = await LineClient.connect({ port: server.port });
    slow.send("CAP LS 302", "NICK slow");
    silent.send("NICK silent");
    endless.send("CAP LS 302");
    for (const client of [slow, silent, endless]) await client.sync();

    for (const line of ["AUTHENTICATE EXTERNAL", "AUTHENTICATE SCRAM-SHA-256"]) {
      vi.advanceTimersByTime(9000);
      for (const client of [slow, endless]) client.send(line);
      await slow.sync();
      await endless.sync();
    }
    expect((await silent.untilClosed()).join("\n")).toContain("Registration timed out");
    vi.advanceTimersByTime(9000);
    slow.send("CAP END", "USER slow 0 * :slow");
    await slow.until(/ 001 slow /);
    endless.send("PING still-there");
    await endless.until(/PONG .*still-there/);
    vi.advanceTimersByTime(4000);

    expect((await endless.untilClosed()).join("\n")).toContain("Registration timed out");
    await slow.sync();
  } finally {
    vi.useRealTimers();
  }
});

test(
  "[N29] TLS clients that say nothing, stop in the handshake or drip it are dropped, and a registered client stays",
  { tags: ["openssl"] },
  async () => {
    const { key, cert } = selfSigned();
    await using server = await startTestServer({
      listen: [{ host: "127.0.0.1", port: 0, tls: { key, cert } }],
      limits: { ...testLimits, registrationSilenceMs: 1000 },
    });
    const { port } = server;
    using alice = await LineClient.register({ port, nick: "alice", ca: cert });

    // The head of a record of 512 bytes (RFC 8446 §5.1).
    const beginning = [22, 3, 1, 2, 0];
    const drops = Array.from({ length: 400 }, () => Buffer.alloc(1));
    const [, , sent] = await Promise.all(
      [
        { beginning: [], pieces: [] },
        { beginning, pieces: [] },
        { beginning, pieces: drops },
      ].map((client) => untilCutOff(connect(port, "127.0.0.1"), client)),
    );

    expect(sent).toBeLessThan(drops.length);
    expect(await alice.sync()).toEqual([]);
  },
);

test("[N29] a silent client is pinged, and dropped when it does not answer", async () => {
  await using server = await startTestServer({
    limits: { ...testLimits, pingAfterMs: 60, pongWithinMs: 60 },
  });
  using client = await LineClient.connect({ port: server.port });

  // Anything more would have to arrive in time.
  client.send("NICK alice", "USER alice 0 * :alice");

  const lines = await client.untilClosed();
  expect(lines.map((line) => line.split(" ").at(-2))).toContain("PING");
  expect(lines.at(-1)).toContain("Ping timeout");
});

test("[N30][N41] connections per address are limited, not counting clients of this process", async () => {
  await using server = await startTestServer({ limits: { ...testLimits, clientsFromLoopback: 2 } });
  const { port } = server;
  using first = await LineClient.register({ port, nick: "alice" });
  using second = await LineClient.register({ port, nick: "bob" });
  using third = await LineClient.connect({ port });

  expect((await third.untilClosed()).join("")).toContain("Too many connections");
  const login = { host: "irc.test.local", accountId: "1", account: "bot", keepsChannels: true };
  const bot = server.irc.connect(login);
  bot.write("NICK bot\r\nUSER bot 0 * :bot\r\nJOIN #radio\r\n");
  first.send("JOIN #radio");
  await first.until(/ MODE #radio \+o bot$|353 .*@bot/);
  expect(await second.sync()).toEqual([]);
});

test("[N30] connections that never begin TLS are limited as well, and the next client gets in once they are gone", async () => {
  const { key, cert } = selfSigned();
  await using server = await startTestServer({
    listen: [{ host: "127.0.0.1", port: 0, tls: { key, cert } }],
    limits: { ...testLimits, clientsFromLoopback: 2 },
  });
  const silent = Array.from({ length: 7 }, () =>
    connect(server.port, "127.0.0.1").on("error", () => {}),
  );

  await expect.poll(() => silent.filter((socket) => socket.closed)).toHaveLength(3);
  for (const socket of silent) socket.destroy();
  await expect
    .poll(async () => {
      using client = await LineClient.connect({ port: server.port, ca: cert }).catch(() => null);
      return client !== null;
    })
    .toBe(true);
});

test("[N31] nick changes, joins and invitations are rate-limited", async () => {
  const one = { burst: 1, perSecond: 0.001 };
  await using server = await startTestServer({
    limits: { ...testLimits, nickChanges: one, joins: one, invites: one },
  });
  using bob = await LineClient.register({ port: server.port, nick: "bob" });
  using client = await LineClient.register({ port: server.port, nick: "alice" });
  client.send(
    "NICK a1",
    "NICK a2",
    "JOIN #room",
    "JOIN #two",
    "INVITE bob #room",
    "INVITE bob #room",
  );

  const lines = (await client.sync()).map((line) =>
    normaliseLine(line).split(" ").slice(0, 3).join(" "),
  );

  expect(lines.filter((line) => /^(?:438|263)/.test(line))).toEqual([
    "438 a1 a2",
    "263 a1 JOIN",
    "263 a1 INVITE",
  ]);
  expect(await bob.sync()).toHaveLength(1);
});

test("[N34] no bytes crash the server, and what it holds per client is bounded", async () => {
  await using server = await startTestServer();
  const { port } = server;
  const word = constantFrom(
    "NICK",
    "USER",
    "JOIN",
    "PART",
    "MODE",
    "WHO",
    "CAP",
    "REQ",
    "LS",
    "PRIVMSG",
    "#room",
    "+b",
    "%tcuhnfdar",
    "fuzz",
    "*",
    ":",
    "@label=1",
    "\u0001ACTION",
    "+ovbklimnstC",
    "0",
    "-1",
    "é",
    "\0",
    "KICK",
    "TOPIC",
    "LIST",
    "MONITOR",
    "+",
    "CHATHISTORY",
    "AUTHENTICATE",
    "PLAIN",
    "WHOIS",
    "RELAYMSG",
    "a/b",
    "TAGMSG",
    "@#room",
    "AWAY",
    "WHOWAS",
    "NAMES",
  );
  const line = array(word, { maxLength: 8 }).map((words) => Buffer.from(`${words.join(" ")}\r\n`));
  const bytes = uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
  using witness = await LineClient.register({ port, nick: "witness" });
  await assert(
    asyncProperty(array(oneof(line, line, bytes), { maxLength: 30 }), async (chunks) => {
      using client = await LineClient.connect({ port });
      client.send(
        "CAP REQ :labeled-response batch message-tags echo-message",
        "NICK fuzz",
        "USER f 0 * :f",
        "CAP END",
      );
      for (const chunk of chunks) client.sendBytes(chunk);
      client.sendBytes(Buffer.from("\r\nQUIT\r\n"));
      await client.untilClosed();
    }),
    { numRuns: 60 },
  );
  using endless = await LineClient.connect({ port });
  for (let index = 0; index < 64; index += 1) endless.sendBytes(Buffer.alloc(65_536, "x"));
  endless.send("", "NICK endless", "USER e 0 * :e");
  await endless.until(/ 001 endless /);
  for (const byte of Buffer.from("PRIVMSG witness :byte by byte\r\n"))
    endless.sendBytes(Buffer.of(byte));
  await endless.sync();

  const said = (await witness.sync()).map(normaliseLine);
  expect(said.at(-1)).toBe("endless PRIVMSG witness byte by byte");
  expect(server.errors).toEqual([]);
});

test("[N35] a channel's owner can always join and is its operator", async () => {
  await using server = await startTestServer({ authenticate });
  using first = await LineClient.register({ port: server.port, nick: "first" });
  first.send("JOIN #radio", "PART #radio");
  await first.sync();
  using dj = await logIn(server.port, "dj1", "");
  dj.send("JOIN #radio", "MODE #radio +ib *!*@*", "PART #radio", "JOIN #radio");

  const lines = (await dj.sync()).map(normaliseLine);

  expect(lines.filter((line) => line.startsWith("353"))).toEqual([
    "353 dj1 = #radio @dj1",
    "353 dj1 = #radio @dj1",
  ]);
  expect(server.irc.channel("#radio")?.topic).toBe("a topic");
});

test("[N35] an account that gains or loses a channel has or loses the rank at once", async () => {
  await using server = await startTestServer({ authenticate });
  using dj = await logIn(server.port, "dj1", "");
  dj.send("JOIN #radio", "MODE #radio +b *!*@old.host");
  await dj.sync();

  const review = (keepsChannels: boolean) =>
    server.irc.reviewAccounts(() => ({
      kind: "valid",
      account: "dj",
      mayOperate: false,
      keepsChannels,
    }));
  review(false);
  dj.send("MODE #radio -b *!*@old.host");
  const refused = (await dj.sync()).map(normaliseLine);
  review(true);
  dj.send("MODE #radio -b *!*@old.host");

  expect(refused).toEqual(["MODE #radio -o dj1", "482 dj1 #radio"]);
  expect((await dj.sync()).map(normaliseLine)).toEqual([
    "MODE #radio +o dj1",
    "dj1 MODE #radio -b *!*@old.host",
  ]);
});

test("[N39] the end of a login removes account, rank and reserved nick, and everyone sees it", async () => {
  await using server = await startTestServer({
    authenticate,
    refuseNick: (nick, { accountId }) =>
      nick === "dj" && accountId !== "id of dj" ? "That nick is kept" : undefined,
  });
  using witness = await LineClient.register({
    port: server.port,
    nick: "witness",
    caps: "account-notify",
  });
  witness.send("JOIN #radio");
  await witness.sync();
  using dj = await logIn(server.port, "dj", "account-notify");
  dj.send("JOIN #radio", "MODE #radio +v dj");
  await dj.sync();
  await witness.sync();

  server.irc.endLogins("id of dj");

  const told = (await dj.sync()).map(normaliseLine);
  expect(told.slice(0, 3)).toEqual(["901 dj dj!~dj@HOST", "dj ACCOUNT *", "MODE #radio -ov dj dj"]);
  expect(told[3]).toMatch(/^dj NICK Guest\d{5}$/);
  expect((await witness.sync()).map(normaliseLine)).toEqual(told.slice(1));
  expect(server.irc.identityOf("dj")).toBeUndefined();
  dj.send("NICK dj", "AUTHENTICATE PLAIN", `AUTHENTICATE ${plain("dj", "right")}`, "NICK dj");
  const again = (await dj.sync()).map(normaliseLine);
  expect(again[0]).toMatch(/^433 Guest\d{5} dj$/);
  expect(again).toContainEqual(expect.stringMatching(/^MODE #radio \+o Guest\d{5}$/));
  expect(again.at(-1)).toMatch(/^Guest\d{5} NICK dj$/);
});

test("[N39] a login follows its account when that is renamed, and ends with it", async () => {
  await using server = await startTestServer({ authenticate });
  using dj = await logIn(server.port, "dj1", "account-notify");
  dj.send("JOIN #radio");
  await dj.sync();

  server.irc.reviewAccounts(() => ({
    kind: "valid",
    account: "mira",
    mayOperate: false,
    keepsChannels: true,
  }));
  expect((await dj.sync()).map(normaliseLine)).toEqual([
    "900 dj1 dj1!~dj1@HOST mira",
    "dj1 ACCOUNT mira",
  ]);
  expect(server.irc.identityOf("dj1")).toMatchObject({
    accountId: "id of dj",
    address: "127.0.0.1",
  });
  server.irc.reviewAccounts(() => ({ kind: "ended" }));

  expect((await dj.sync()).map(normaliseLine)).toEqual([
    "901 dj1 dj1!~dj1@HOST",
    "dj1 ACCOUNT *",
    "MODE #radio -o dj1",
  ]);
});

test("[N40] login is neither offered nor accepted where the password could be read in transit", async () => {
  const { key, cert } = selfSigned();
  await using server = await startTestServer({
    authenticate,
    mayLogInPlain: () => false,
    listen: [
      { host: "127.0.0.1", port: 0, tls: undefined },
      { host: "127.0.0.1", port: 0, tls: { key, cert } },
    ],
  });
  const [port = 0, tlsPort = 0] = server.irc.ports;
  using clear = await LineClient.connect({ port });
  using secure = await LineClient.connect({ port: tlsPort, ca: cert });
  const asked = ["CAP LS 302", "CAP REQ sasl", "AUTHENTICATE PLAIN"];

  clear.send(...asked, `AUTHENTICATE ${plain("dj", "right")}`);
  secure.send(...asked, `AUTHENTICATE ${plain("dj", "right")}`);

  const refused = (await clear.sync()).map((line) => line.replace(/^\S+ /, ""));
  expect(refused[0]).toMatch(/^CAP \* LS/);
  expect(refused[0]).not.toContain("sasl");
  const words = `904 * :Passwords are not accepted on an unencrypted connection; connect with TLS to port ${tlsPort}`;
  expect(refused.slice(1)).toEqual(["CAP * NAK sasl", words, words]);
  expect((await secure.until(/ 903 /)).join("\n")).toContain("sasl=PLAIN");
});

test("[N35] the owner stores a channel's lists", async () => {
  const ban = { mode: "b", mask: "bob!*@*", setBy: "dj1", setAtMs: 1000 } as const;
  const channels = [{ name: "#radio", topic: "", masks: [ban], settings: undefined }];
  await using server = await startTestServer({ channels });
  using bob = await LineClient.register({ port: server.port, nick: "bob" });

  bob.send("JOIN #radio");

  expect((await bob.sync()).map(normaliseLine)).toEqual(["474 bob #radio"]);
  expect(server.irc.channel("#radio")?.masks).toEqual([ban]);
});

test("[N35] the owner stores a channel's topic and modes, too", async () => {
  const topic = { text: "as it was", setBy: "dj1", setAtMs: 1_700_000_000_000 };
  const settings = { topic, flags: "imn", key: "secret", userLimit: 5 };
  const channels = [{ name: "#radio", topic: "the station's own", masks: [], settings }];
  await using server = await startTestServer({ channels, authenticate });
  using dj = await logIn(server.port, "deejay", "");

  dj.send("JOIN #radio");
  await dj.sync();
  dj.send("MODE #radio", "TOPIC #radio");
  const told = (await dj.sync()).map(normaliseLine);
  const kept = server.irc.channel("#radio")?.settings;
  dj.send("TOPIC #radio :", "MODE #radio -iml+t", "MODE #radio -k secret");
  await dj.sync();

  expect(told).toEqual([
    "324 deejay #radio +imnkl secret 5",
    "329 deejay #radio TIME",
    "332 deejay #radio as it was",
    "333 deejay #radio dj1 TIME",
  ]);
  expect(kept).toEqual(settings);
  expect(server.irc.channel("#radio")).toMatchObject({
    topic: "",
    settings: { topic: { text: "", setBy: "deejay" }, flags: "nt", key: undefined },
  });
});

test("[N35] a removed topic stays removed", async () => {
  const topic = { text: "", setBy: "dj1", setAtMs: 0 };
  const settings = { topic, flags: "nt", key: undefined, userLimit: undefined };
  const channels = [{ name: "#radio", topic: "the station's own", masks: [], settings }];
  await using server = await startTestServer({ channels });

  expect(server.irc.channel("#radio")?.topic).toBe("");
});

test("[N37] a reserved nick is refused, unless the account is the right one", async () => {
  await using server = await startTestServer({
    authenticate,
    refuseNick: (nick, { accountId }) =>
      nick === "keeper" && accountId !== "id of dj" ? "That nick is kept" : undefined,
  });
  using stranger = await LineClient.connect({ port: server.port });
  stranger.send("NICK keeper", "USER x 0 * :x");
  expect((await stranger.sync()).at(-1)).toContain("433 * keeper :That nick is kept");
  stranger.send("NICK other");
  await stranger.until(/ 001 other /);

  using owner = await logIn(server.port, "keeper", "");

  owner.send("ISON keeper");
  expect((await owner.sync()).map(normaliseLine)).toEqual(["303 keeper keeper"]);
});

test("[N37] the owner is given the current nick of a user who wants another", async () => {
  await using server = await startTestServer({
    refuseNick: (nick, { currentNick }) => (currentNick === undefined ? undefined : currentNick),
  });
  using client = await LineClient.register({ port: server.port, nick: "alice" });

  client.send("NICK bob");

  expect(await client.sync()).toEqual([":irc.test.local 433 alice bob alice"]);
});

test("[N44] a user muted by the owner is silent in its channels and learns why, and a banned one stays out", async () => {
  let restriction: ReturnType<IrcServerOptions["restrict"]> = null;
  const asked: unknown[] = [];
  await using server = await startTestServer({
    restrict: (person) => {
      asked.push(person.nick);
      return person.nick === "alice" ? restriction : null;
    },
  });
  using client = await LineClient.register({ port: server.port, nick: "alice" });
  client.send("JOIN #radio", "JOIN #other", "PRIVMSG #radio :free");
  await client.sync();
  const saying = async (...lines: readonly string[]) => {
    client.send(...lines);
    return await client.sync();
  };

  restriction = { kind: "mute", words: "You were muted" };
  const refused = [":irc.test.local 404 alice #radio :You were muted"];
  expect(await saying("PRIVMSG #radio :x", "NOTICE #radio :x")).toEqual(refused);
  expect(await saying("PRIVMSG #other :mine to run")).toEqual([]);
  await saying("PART #radio");
  expect((await saying("JOIN #radio"))[0]).toMatch(/ JOIN #radio$/);
  restriction = { kind: "ban", words: "You were banned" };
  await saying("PART #radio");
  expect(await saying("JOIN #radio")).toEqual([
    ":irc.test.local 474 alice #radio :You were banned",
  ]);
  expect(asked).toContain("alice");
});

test("[N38] with a server password, a wrong one gets 464 and ends the connection", async () => {
  await using server = await startTestServer({ password: "pw" });
  using wrong = await LineClient.connect({ port: server.port });
  wrong.send("PASS nope", "NICK alice", "USER a 0 * :a");
  expect((await wrong.untilClosed()).map(normaliseLine)).toEqual(["464 alice", "ERROR"]);
  using right = await LineClient.connect({ port: server.port });

  right.send("PASS pw", "NICK alice", "USER a 0 * :a");

  await right.until(/ 001 alice /);
});

test(
  "[N33] with a key and a certificate the server speaks TLS, and WHOIS shows it",
  { tags: ["openssl"] },
  async () => {
    const { key, cert } = selfSigned();
    await using server = await startTestServer({
      listen: [{ host: "127.0.0.1", port: 0, tls: { key, cert } }],
    });
    using client = await LineClient.register({ port: server.port, nick: "alice", ca: cert });

    client.send("WHOIS alice");

    expect((await client.sync()).map(normaliseLine)).toContain("671 alice alice");
  },
);

test(
  "[N33] a renewed certificate applies to later connections, and ends no existing one",
  { tags: ["openssl"] },
  async () => {
    const old = selfSigned();
    const renewed = selfSigned();
    await using server = await startTestServer({
      listen: [{ host: "127.0.0.1", port: 0, tls: old }],
    });
    const { port } = server;
    using before = await LineClient.register({ port, nick: "before", ca: old.cert });

    expect(() => server.irc.renewCertificate({ key: old.key, cert: renewed.cert })).toThrow();
    expect(() => server.irc.renewCertificate({ key: "none", cert: renewed.cert })).toThrow();
    using meanwhile = await LineClient.register({ port, nick: "meanwhile", ca: old.cert });
    server.irc.renewCertificate(renewed);

    using after = await LineClient.register({ port, nick: "after", ca: renewed.cert });
    await expect(LineClient.connect({ port, ca: old.cert })).rejects.toThrow(/certificate/);
    after.send("PRIVMSG before :hello", "PRIVMSG meanwhile :hello");
    await before.until(/ PRIVMSG before :hello$/);
    await meanwhile.until(/ PRIVMSG meanwhile :hello$/);
  },
);

function selfSigned(): { readonly key: string; readonly cert: string } {
  const made = spawnSync(
    "openssl",
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -keyout - -addext subjectAltName=DNS:localhost".split(
      " ",
    ),
    { encoding: "utf8" },
  ).stdout;
  const part = (name: string) =>
    new RegExp(`-----BEGIN ${name}-----[^]+?-----END ${name}-----`).exec(made)?.[0] ?? "";
  return { key: part("PRIVATE KEY"), cert: part("CERTIFICATE") };
}
