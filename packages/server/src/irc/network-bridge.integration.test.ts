// @module-tag inspircd
// @module-tag ngircd
import { chatSanctionSchema } from "@neonrelay/contract";
import { startInspircd } from "@neonrelay/irc/test-inspircd";
import { LineClient } from "@neonrelay/irc/test-line-client";
import { startNgircd } from "@neonrelay/irc/test-ngircd";
import type { TestIrcServer } from "@neonrelay/irc/test-irc-server";
import { freePort } from "@neonrelay/process/test-peer-process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { TestSocket } from "../socket/test-socket.ts";
import { guestMask } from "./mask-rules.ts";
import { joinFromWeb, untilConnected } from "./test-web-user.ts";

/** A station on an external IRC network. */
async function startOn(port: number): Promise<TestServer> {
  const server = await startTestServer({
    irc: {
      connection: {
        kind: "network",
        host: "127.0.0.1",
        port,
        tls: false,
        pace: "normal",
        password: null,
        sasl: null,
        clientCertificate: null,
      },
      channel: "#chat",
      channelKey: null,
      nick: null,
    },
  });
  return server;
}

describe.each([
  { name: "ngircd, which confirms nothing", start: () => startNgircd() },
  { name: "InspIRCd, which echoes what is said", start: () => startInspircd() },
])("on $name", ({ start }) => {
  let network: TestIrcServer;
  let server: TestServer;
  /** First in the channel, so its operator. */
  let op: LineClient;
  beforeAll(async () => {
    network = await start();
    op = await LineClient.register({ port: network.port, nick: "op" });
    op.send("JOIN #chat");
    await op.until(/ 366 /);
    server = await startOn(network.port);
    await untilConnected(server);
  });
  afterAll(async () => {
    op.close();
    await server[Symbol.asyncDispose]();
    await network[Symbol.asyncDispose]();
  });

  test("[E1] the bot relays what a browser says, and browsers get it once", async () => {
    using owl = await joinFromWeb(server, "nightowl");

    await owl.say(".listeners");
    // Right after registering, the query may wait longer than it waits for its answer.
    const lines = [];
    for (const _ of ["question", "answer"])
      lines.push((await op.until(/:StreamBot!\S+ PRIVMSG #chat /)).at(-1));
    expect(lines.join("\n")).toMatch(/:<nightowl> \.listeners$/m);
    expect(lines.join("\n")).toMatch(/ tuned in/);
    op.send("PRIVMSG #chat :\u0001ACTION waves", "PRIVMSG #chat :.listeners");
    await op.until(/:StreamBot!\S+ PRIVMSG #chat :.* tuned in/);
    op.send("PRIVMSG #chat :the end");

    const said = [];
    do said.push((await owl.socket.nextOf("chat_message")).data);
    while (!JSON.stringify(said).includes("the end"));
    expect(said).toMatchObject([
      { username: "nightowl", notDelivered: null },
      { username: "StreamBot", origin: "station" },
      { username: "op", kind: "action", message: "waves" },
      { username: "op", message: ".listeners" },
      { username: "StreamBot" },
      { username: "op", message: "the end" },
    ]);
  });

  test("[I1] whatever a browser says is a single message of the bot on IRC", async () => {
    for (const [index, text] of ["/me :QUIT", "\u2028JOIN #x"].entries()) {
      const body = { username: `hostile${index}`, message: `${text} end${index}` };
      await server.guest().call("POST", "/api/chat/send", { body });
      const lines = await op.until(new RegExp(` end${index}$`));
      expect(lines.at(-1)).toMatch(/^:StreamBot!\S+ PRIVMSG #chat :(?:<|\* )hostile/);
    }
  });

  test("[E5] a message that the channel refuses is marked undelivered, with the network's words", async () => {
    op.send("MODE #chat +m");
    await op.until(/ MODE #chat :?\+m/);
    using finch = await joinFromWeb(server, "finch");
    const { cookie } = await server.signIn("admin");
    using operator = await TestSocket.connect(server.origin, { cookie });

    const { body } = await finch.say("who hears this?");
    const notice = await operator.nextOf(
      "notification",
      ({ data: { title } }) => title === "IRC Trouble",
    );

    const { data } = await finch.socket.nextOf(
      "chat_delivery",
      ({ data: { notDelivered } }) => notDelivered !== null,
    );
    expect(body).toMatchObject({ id: data.id });
    expect(data.notDelivered).toMatch(/cannot send|can't send|\+m/i);
    expect(notice.data.message).toMatch(/^The bot needs voice in #chat: .*(?:send|\+m)/i);
    expect((await server.call("GET", "/api/chat?limit=1")).body).toMatchObject([
      { id: data.id, notDelivered: data.notDelivered },
    ]);
    op.send("MODE #chat -m");
    await op.until(/ MODE #chat :?-m/);
  });

  test("[M1] a moderator in a browser kicks someone on IRC where the bot is an operator, and gets a refusal elsewhere", async () => {
    const moderator = await server.signIn("moderator");
    const body = { username: "rowdy", reason: "enough" };
    const rowdy = await LineClient.register({ port: network.port, nick: "rowdy" });
    rowdy.send("JOIN #chat");
    await rowdy.until(/ 366 /);
    const kick = () => moderator.call("POST", "/api/chat/kick", { body });
    expect(await kick()).toMatchObject({
      status: 409,
      body: { error: "Not possible on IRC: the bot is not a channel operator on IRC" },
    });

    op.send("MODE #chat +o StreamBot");
    await rowdy.until(/ MODE #chat \+o :?StreamBot/);

    // The bot learns of it on its own connection, maybe later.
    await expect.poll(async () => (await kick()).status).toBe(200);
    await rowdy.until(/:StreamBot!\S+ KICK #chat rowdy :You were kicked from the channel by /);
    rowdy.close();
  });

  test("[M1] a ban already set by hand is confirmed, too, and its target is kicked if still there", async () => {
    const moderator = await server.signIn("moderator");
    op.send("MODE #chat +o StreamBot");
    const stayed = await LineClient.register({ port: network.port, nick: "stayed" });
    stayed.send("JOIN #chat");
    const joined = (await stayed.until(/ JOIN :?#chat$/)).at(-1) ?? "";
    await stayed.until(/ 366 /);
    const [, user, host] = /!(\S+)@(\S+)/.exec(joined) ?? [];
    const mask = guestMask({ nick: "stayed", user, host }, { isSharedHost: false });
    op.send(`MODE #chat +b ${mask}`);
    await stayed.until(/ MODE #chat \+b /);
    const body = { username: "stayed", kind: "ban", reason: "enough", minutes: null };

    // The bot learns that it is an operator on its own connection, maybe later.
    let ban = await moderator.call("POST", "/api/chat/sanctions", { body });
    await expect
      .poll(async () => {
        if (ban.status !== 200) ban = await moderator.call("POST", "/api/chat/sanctions", { body });
        return ban.status;
      })
      .toBe(200);

    await stayed.until(/:StreamBot!\S+ KICK #chat stayed :You were banned from the channel by /);
    const { id } = chatSanctionSchema.parse(ban.body);
    await moderator.call("DELETE", `/api/chat/sanctions/${id}`);
    await op.until(/:StreamBot!\S+ MODE #chat -b /);
    stayed.close();
  });

  test("[M1][M2] an operator mutes a web chatter, even under another nick, but only while operator", async () => {
    using owl = await joinFromWeb(server, "loudowl");
    const other = await LineClient.register({ port: network.port, nick: "other" });
    other.send("JOIN #chat", "PRIVMSG #chat :.mute loudowl");
    await other.until(/:StreamBot!\S+ NOTICE other :Only moderators/);

    op.send("NICK chief", "PRIVMSG #chat :.mute loudowl 1h too loud");

    expect((await owl.socket.nextOf("chat_sanctioned")).data).toMatchObject({
      kind: "mute",
      message: "You were muted by chief on IRC (too loud)",
    });
    expect((await owl.say("hello")).status).toBe(403);
    op.send("MODE #chat +o other", "MODE #chat -o chief", "PRIVMSG #chat :.unmute loudowl");
    await op.until(/:StreamBot!\S+ NOTICE chief :Only moderators/);
    other.send("PRIVMSG #chat :.unmute loudowl");
    await other.until(/:StreamBot!\S+ PRIVMSG #chat :loudowl is unmuted/);
    expect((await owl.say("hello")).status).toBe(200);
    other.close();
  });

  test("while the bot is disconnected messages are refused with the reason, and IRC reconnects by itself", async () => {
    using owl = await joinFromWeb(server, "waitingowl");

    await network.kill();
    await untilConnected(server, false);

    expect(await owl.say("hello")).toMatchObject({ status: 503, body: { code: "unavailable" } });
    const status = await server.guest().call("GET", "/api/irc/status");
    expect(status.body).toMatchObject({ connected: false, userCount: 0 });
    expect(status.body).not.toMatchObject({ reason: null });
    await network.begin();
    await (await server.signIn("admin")).call("POST", "/api/system/restart-irc");
    await untilConnected(server);
  });
});

test("messages not confirmed before a disconnect are marked and not resent", async () => {
  await using network = await startInspircd();
  await using server = await startOn(network.port);
  await untilConnected(server);
  using owl = await joinFromWeb(server, "lostowl");
  process.kill(network.pid ?? 0, "SIGSTOP");

  const { body } = await owl.say("into the void");
  await network.kill();

  // It may first have waited for its turn.
  const { data } = await owl.socket.nextOf("chat_delivery", (news) => !news.data.isWaiting);
  expect({ ...data, notDelivered: data.notDelivered !== null }).toMatchObject({
    id: JSON.parse(JSON.stringify(body)).id,
    notDelivered: true,
  });
  await network.begin();
  const reader = await LineClient.register({ port: network.port, nick: "reader" });
  reader.send("JOIN #chat");
  await reader.until(/ 366 /);
  await (await server.signIn("admin")).call("POST", "/api/system/restart-irc");
  await reader.until(/:StreamBot!\S+ JOIN/);
  expect((await reader.sync()).join("\n")).not.toContain("into the void");
  const list = await server.guest().call("GET", "/api/chat");
  expect(list.body).toMatchObject([{ message: "into the void", notDelivered: data.notDelivered }]);
  reader.close();
});

test("a netsplit is one status line with the number of people lost", async () => {
  const linkPort = await freePort();
  const linkTo = (name: string) => [
    '<module name="spanningtree">',
    `<link name="${name}" ipaddr="127.0.0.1" port="${linkPort}" allowmask="127.0.0.1" sendpass="link" recvpass="link">`,
  ];
  const [near, far] = ["irc.test.local", "far.test.local"];
  const bind = `<bind address="127.0.0.1" port="${linkPort}" type="servers">`;
  await using farServer = await startInspircd({ name: far, tags: [...linkTo(near), bind] });
  await using network = await startInspircd({ name: near, tags: linkTo(far) });
  const register = async (port: number, nick: string) => {
    const client = await LineClient.register({ port, nick });
    client.send("JOIN #chat");
    return client;
  };
  const nicks = ["ann", "bob", "cy"];
  const [server, oper, ...lost] = await Promise.all([
    startOn(network.port),
    register(network.port, "oper"),
    ...nicks.map((nick) => register(farServer.port, nick)),
  ]);
  await using _server = server;
  await untilConnected(server);
  using socket = await TestSocket.connect(server.origin, { cookie: server.guest().cookie });
  oper.send("OPER op oppw", `CONNECT ${far}`);
  for (const _ of nicks) await oper.until(/:(?:ann|bob|cy)!\S+ JOIN /);

  await farServer.kill();

  const splits = [];
  while (splits.length < lost.length) {
    const { data } = await socket.nextOf("chat_status");
    if (!Array.isArray(data) && data.kind === "netsplit") splits.push(data);
  }
  expect(splits.map(({ count }) => count)).toEqual([1, 2, 3]);
  expect(new Set(splits.map(({ id }) => id)).size).toBe(1);
  expect(server.irc.statusLines.filter(({ kind }) => kind === "netsplit")).toEqual(splits.slice(2));
  for (const client of [oper, ...lost]) client.close();
});
