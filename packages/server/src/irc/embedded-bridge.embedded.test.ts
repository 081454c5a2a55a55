import { chatSanctionSchema, type ChatStatus } from "@neonrelay/contract";
import { anyCharacter } from "@neonrelay/irc/test-any-character";
import { startIrssi } from "@neonrelay/irc/test-irssi";
import { LineClient } from "@neonrelay/irc/test-line-client";
import { TestWeechat } from "@neonrelay/irc/test-weechat";
import { assert, asyncProperty, constantFrom, record, string, stringMatching } from "fast-check";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { hashPassword } from "../accounts/secrets.ts";
import { saveAccount } from "../accounts/account-store.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { TestSocket } from "../socket/test-socket.ts";
import { TestOnAir } from "../radio/test-on-air.ts";
import { testPlay, testStatus } from "../radio/test-status.ts";
import { joinFromWeb, untilConnected, type WebUser } from "./test-web-user.ts";

const connection = {
  kind: "embedded",
  host: "127.0.0.1",
  port: 0,
  tls: null,
  clients: { perNetwork: 10, fromLoopback: 100 },
} as const;
const irc = { connection, channel: null, channelKey: null, nick: null };

let server: TestServer;
let moderator: SignedInBrowser;
let alice: LineClient;
/** A channel operator signed in to the moderator's account. */
let opera: LineClient;
beforeAll(async () => {
  server = await startTestServer({ irc });
  moderator = await server.signIn("moderator");
  const passwordHash = await hashPassword("a-password-for-irc");
  await saveAccount(server.database.connection, {
    accountId: moderator.account?.id ?? "",
    change: { passwordHash },
  });
  await untilConnected(server);
  alice = await register("alice");
  opera = await register("opera", moderator.account?.username);
});
afterAll(async () => {
  alice.close();
  opera.close();
  await server[Symbol.asyncDispose]();
});

function portOf(station: TestServer): number {
  return Number(station.irc.status.server.split(":")[1]);
}

async function register(
  nick: string,
  account?: string,
  port = portOf(server),
  from = "127.0.0.1",
): Promise<LineClient> {
  const client = await LineClient.connect({ port, from });
  client.send("CAP REQ :server-time message-tags batch draft/chathistory sasl");
  client.send(`NICK ${nick}`, `USER ${nick} 0 * :${nick}`);
  if (account !== undefined) {
    const secret = Buffer.from(`\0${account}\0a-password-for-irc`).toString("base64");
    client.send("AUTHENTICATE PLAIN", `AUTHENTICATE ${secret}`);
    await client.until(/ 903 /);
  }
  client.send("CAP END", "JOIN #neonrelay");
  await client.until(/ 366 /);
  return client;
}

async function webUser(username: string): Promise<WebUser> {
  const user = await joinFromWeb(server, username);
  await alice.until(new RegExp(`:${username}!.* JOIN `));
  return user;
}

test("a web chatter is on IRC under their own name from joining to leaving", async () => {
  using owl = await webUser("nightowl");

  await owl.say("/me waves");
  await alice.until(/:nightowl!\S+ PRIVMSG #neonrelay :.ACTION waves.$/);
  alice.send("NAMES #neonrelay", "WHO #neonrelay");
  expect((await alice.until(/ 315 /)).join("\n")).toMatch(/353 .*nightowl[^]*352 .*nightowl/);
  owl.socket.send({ type: "chat_leave" });

  await alice.until(/:nightowl!\S+ QUIT /);
});

test("[E1] browsers get messages from both sides once", async () => {
  using owl = await webUser("onceowl");

  await owl.say("from the web");
  await alice.until(/:onceowl!\S+ PRIVMSG #neonrelay :from the web$/);
  alice.send("PRIVMSG #neonrelay :\u0002from\u0002 IRC");

  expect((await owl.socket.nextOf("chat_message")).data).toMatchObject({
    username: "onceowl",
    origin: "web",
    notDelivered: null,
  });
  expect((await owl.socket.nextOf("chat_message")).data).toMatchObject({
    username: "alice",
    message: "from IRC",
    origin: "irc",
    runs: [{ text: "from", bold: true }, { text: " IRC" }],
  });
});

test("[E1] a command from a browser is answered once, in the channel and in browsers", async () => {
  using owl = await webUser("askingowl");

  await owl.say(".listeners");
  await alice.until(/:StreamBot!\S+ PRIVMSG #neonrelay :.* tuned in/);
  alice.send("PRIVMSG #neonrelay :the end");

  const said = [];
  do said.push((await owl.socket.nextOf("chat_message")).data);
  while (!JSON.stringify(said).includes("the end"));
  expect(said).toMatchObject([
    { username: "askingowl" },
    { username: "StreamBot", isBot: true, origin: "station" },
    { username: "alice" },
  ]);
});

test("a web chatter with a different nick on IRC is listed with both names, and leaves under the chat name", async () => {
  using elsewhere = await register("cosmo");
  elsewhere.send("PART #neonrelay");
  await elsewhere.sync();
  using cosmo = await joinFromWeb(server, "cosmo");
  using seven = await joinFromWeb(server, "7seven");

  const { data } = await cosmo.socket.nextOf("irc_users", ({ data: { users } }) =>
    ["_7seven", "cosmo_"].every((wanted) => users.some(({ nick }) => nick === wanted)),
  );

  const listed = data.users.filter(({ nick }) => ["_7seven", "cosmo_"].includes(nick));
  expect(listed.map(({ nick, chatName }) => [nick, chatName])).toEqual([
    ["_7seven", "7seven"],
    ["cosmo_", "cosmo"],
  ]);
  seven.socket.send({ type: "chat_leave" });
  const { data: line } = await cosmo.socket.nextOf(
    "chat_status",
    ({ data: status }) =>
      !Array.isArray(status) && status.kind === "quit" && status.nick.endsWith("7seven"),
  );
  expect(line).toMatchObject({ nick: "7seven" });
});

test("[I1] whatever a browser sends as text, name or kick reason reaches IRC as mere text", async () => {
  await alice.sync();
  const said = record({
    username: stringMatching(/^[A-Za-z0-9_[\]\\{}^`|-]{2,20}$/),
    text: string({ unit: anyCharacter, minLength: 1, maxLength: 60 }),
    around: constantFrom(
      "",
      "/",
      "/me",
      "\r\nQUIT",
      "\u0001VERSION\u0001",
      "\0",
      "\u2028",
      " :",
      "/me ",
    ),
  });

  let heard = 0;
  await assert(
    asyncProperty(said, async ({ username, text, around }) => {
      using user = await joinFromWeb(server, username);
      const words = `${around}${text}${around}`;
      const { status } = await user.say(words);
      const body = { username, reason: words };
      await moderator.call("POST", "/api/chat/kick", { body });
      const lines = (await alice.sync()).map((line) => line.replace(/^@\S+ /, ""));
      const spoken = lines.filter((line) => line.includes(" PRIVMSG #neonrelay :"));
      const isSaid = (line: string) => {
        const delimiters = line.split("\u0001").length - 1;
        const isAction = line.includes(" :\u0001ACTION ") && line.endsWith("\u0001");
        return /^:\S+!\S+ (?:JOIN|QUIT|PRIVMSG) /.test(line) && delimiters === (isAction ? 2 : 0);
      };

      expect(lines.filter((line) => !isSaid(line))).toEqual([]);
      expect(spoken.length > 0 || status !== 200).toBe(true);
      heard += spoken.length;
    }),
    {
      numRuns: 30,
      examples: [[{ username: "plainowl", text: "QUIT", around: " :" }]],
    },
  );
  expect(heard).toBeGreaterThan(0);
});

test("browsers get channel events once, even those that connect later", async () => {
  using socket = await TestSocket.connect(server.origin, { cookie: server.guest().cookie });
  using busy = await register("busy");
  busy.send("NICK busier");
  await busy.sync();
  opera.send(
    "TOPIC #neonrelay :\u0002Tonight\u0002: the \u000304red\u0003 record",
    "MODE #neonrelay +v busier",
    "KICK #neonrelay busier :calm down",
  );
  await busy.until(/ KICK /);
  busy.send("JOIN #neonrelay", "PART #neonrelay :a break", "JOIN #neonrelay", "QUIT :gone");
  await busy.untilClosed();

  const about: ChatStatus[] = [];
  while (about.at(-1)?.kind !== "quit") {
    const { data } = await socket.nextOf("chat_status");
    // Those of earlier tests may still be leaving.
    if (!Array.isArray(data) && /busy|busier|opera/.test(JSON.stringify(data))) about.push(data);
  }
  expect(about.map(({ id: _id, timestamp: _timestamp, ...news }) => news)).toEqual([
    { kind: "joined", nick: "busy" },
    { kind: "renamed", nick: "busy", newNick: "busier" },
    { kind: "topic", by: "opera", topic: "Tonight: the red record" },
    { kind: "modes", by: "opera", modes: "+v busier" },
    { kind: "kicked", nick: "busier", by: "opera", reason: "calm down" },
    { kind: "joined", nick: "busier" },
    { kind: "left", nick: "busier", reason: "a break" },
    { kind: "joined", nick: "busier" },
    { kind: "quit", nick: "busier", reason: "Quit: gone" },
  ]);
  using later = new TestSocket(server.origin, { cookie: server.guest().cookie });
  expect((await later.nextOf("chat_status")).data).toEqual(expect.arrayContaining(about));
});

test("[M1] an operator on IRC, and nobody else, kicks a web chatter out of the chat in their browser", async () => {
  using owl = await webUser("kickedowl");
  alice.send("KICK #neonrelay kickedowl :not you");
  await alice.until(/ 482 /);

  opera.send("KICK #neonrelay kickedowl :enough");

  expect((await owl.socket.nextOf("chat_sanctioned")).data).toMatchObject({
    kind: "kick",
    message: "You were kicked from the channel by opera on IRC (enough)",
  });
  expect((await owl.say("hello")).status).toBe(403);
});

test("[M1] a ban of the channel bans the web chatter it covers, until it is lifted", async () => {
  using owl = await webUser("bannedowl");

  opera.send("MODE #neonrelay +b bannedowl!*@*");
  expect((await owl.socket.nextOf("chat_sanctioned")).data.kind).toBe("ban");
  expect((await owl.say("hello")).status).toBe(403);
  const lifted = new Promise<void>((resolve) => {
    server.events.subscribe(({ type }) => {
      if (type === "chat.sanction-lifted") resolve();
    });
  });
  opera.send("MODE #neonrelay -b bannedowl!*@*");
  await lifted;

  expect((await owl.say("hello")).status).toBe(200);
});

test("[M1] a stored ban keeps out a web chatter who joins later, with its reason, until it is lifted", async () => {
  const guest = server.guest();
  using socket = await TestSocket.connect(server.origin, { cookie: guest.cookie });
  const say = () =>
    guest.call("POST", "/api/chat/send", { body: { username: "lateowl", message: "hello" } });
  opera.send("MODE #neonrelay +b lateowl!*@*");
  await opera.until(/MODE #neonrelay \+b lateowl/);

  socket.send({ type: "chat_join", data: { username: "lateowl" } });

  const message = "You were banned from the channel by opera on IRC (lateowl!*@* on IRC)";
  expect((await socket.nextOf("chat_sanctioned")).data).toMatchObject({ kind: "ban", message });
  expect(await say()).toMatchObject({ status: 403, body: { error: message, code: "not_allowed" } });
  expect((await alice.sync()).join("\n")).not.toContain(":lateowl!");
  opera.send("MODE #neonrelay -b lateowl!*@*");
  await opera.until(/MODE #neonrelay -b lateowl/);
  expect((await say()).status).toBe(200);
  await alice.until(/:lateowl!\S+ PRIVMSG #neonrelay :hello$/);
});

test("[M1] a stored mute silences a web chatter who joins later", async () => {
  opera.send("MODE #neonrelay +b ~m:hushowl!*@*");
  await opera.until(/MODE #neonrelay \+b ~m:hushowl/);

  using owl = await webUser("hushowl");

  const error = "You were muted by opera on IRC (~m:hushowl!*@* on IRC)";
  expect(await owl.say("hello")).toMatchObject({ status: 403, body: { error } });
  opera.send("MODE #neonrelay -b ~m:hushowl!*@*");
  await opera.until(/MODE #neonrelay -b ~m:hushowl/);
});

test("[M1] lifting a ban from IRC in a browser lifts it on IRC, too", async () => {
  using owl = await webUser("freedowl");
  opera.send("MODE #neonrelay +b freedowl!*@*");
  await owl.socket.nextOf("chat_sanctioned");
  const { body } = await moderator.call("GET", "/api/chat/sanctions");
  const [ban] = z.array(chatSanctionSchema).parse(body);

  await moderator.call("DELETE", `/api/chat/sanctions/${ban?.id ?? ""}`);

  await alice.until(/:StreamBot!\S+ MODE #neonrelay -b freedowl!\*@\*$/);
  expect((await owl.say("hello")).status).toBe(200);
});

test("[M1] a moderator in a browser kicks, mutes and bans someone on IRC, in the same words as on the web", async () => {
  const by = moderator.account?.username ?? "";
  const order = { username: "Loud", reason: "too loud" };
  using loud = await register("loud");

  expect((await moderator.call("POST", "/api/chat/kick", { body: order })).status).toBe(200);
  await loud.until(
    new RegExp(
      `:StreamBot!\\S+ KICK #neonrelay loud :You were kicked from the channel by ${by} \\(too loud\\)$`,
    ),
  );
  loud.send("JOIN #neonrelay");
  await loud.until(/ 366 /);
  const mute = await moderator.call("POST", "/api/chat/sanctions", {
    body: { ...order, kind: "mute", minutes: 10 },
  });
  expect(mute).toMatchObject({ status: 200, body: { username: "loud", kind: "mute", by } });
  await loud.until(new RegExp(`NOTICE loud :You were muted by ${by} \\(too loud\\)$`));
  loud.send("PRIVMSG #neonrelay :still here");
  await loud.until(/ 404 loud #neonrelay /);
  const { id } = chatSanctionSchema.parse(mute.body);
  await moderator.call("DELETE", `/api/chat/sanctions/${id}`);
  await loud.until(/:StreamBot!\S+ MODE #neonrelay -b ~m:loud!\*@\S+$/);
  await moderator.call("POST", "/api/chat/sanctions", { body: { ...order, kind: "ban" } });
  await loud.until(/ KICK #neonrelay loud :You were banned from the channel by /);
  loud.send("JOIN #neonrelay");

  await loud.until(/ 474 loud #neonrelay /);
});

test("[M1] a moderator mutes someone on IRC through the bot, but not the bot itself", async () => {
  using quiet = await register("quiet");

  opera.send("PRIVMSG #neonrelay :.mute quiet 10m shh");
  await quiet.until(/NOTICE quiet :You were muted by \S+ \(shh\)$/);
  await opera.until(/PRIVMSG #neonrelay :quiet is muted$/);
  // Muting someone again extends the mute.
  opera.send("PRIVMSG #neonrelay :.mute quiet 1h shh");
  await opera.until(/PRIVMSG #neonrelay :quiet is muted$/);
  const { body } = await moderator.call("GET", "/api/chat/sanctions");
  const mutes = z
    .array(chatSanctionSchema)
    .parse(body)
    .filter(({ username }) => username === "quiet");
  expect(mutes.map(({ until }) => Date.parse(until ?? "") > Date.now() + 1_800_000)).toEqual([
    true,
  ]);
  opera.send("PRIVMSG #neonrelay :.unmute quiet");
  await quiet.until(/:StreamBot!\S+ MODE #neonrelay -b ~m:quiet!\*@\S+$/);
  opera.send("PRIVMSG #neonrelay :.kick StreamBot", "PRIVMSG #neonrelay :.kick ghostly");
  await opera.until(/NOTICE opera :No one in the channel has that name/);
  await opera.until(/NOTICE opera :No one in the channel has that name/);
});

test("[M1] a mute or ban of someone signed in to a browser holds for their client on IRC, too", async () => {
  const listener = await server.signIn("listener");
  const username = listener.account?.username ?? "";
  const passwordHash = await hashPassword("a-password-for-irc");
  const accountId = listener.account?.id ?? "";
  await saveAccount(server.database.connection, { accountId, change: { passwordHash } });
  using client = await register("bothsides", username);
  await listener.call("POST", "/api/chat/send", { body: { username, message: "in a browser" } });
  await alice.until(/PRIVMSG #neonrelay :in a browser$/);

  const order = { username, reason: "too loud" };
  const mute = await moderator.call("POST", "/api/chat/sanctions", {
    body: { ...order, kind: "mute" },
  });
  client.send("PRIVMSG #neonrelay :on IRC");
  await client.until(/ 404 bothsides #neonrelay :You were muted by \S+ \(too loud\)$/);
  const { id } = chatSanctionSchema.parse(mute.body);
  await moderator.call("DELETE", `/api/chat/sanctions/${id}`);
  client.send("PRIVMSG #neonrelay :on IRC again");
  await alice.until(/:bothsides!\S+ PRIVMSG #neonrelay :on IRC again$/);
  await moderator.call("POST", "/api/chat/sanctions", { body: { ...order, kind: "ban" } });

  await client.until(/ KICK #neonrelay bothsides :You were banned from the channel by /);
  client.send("JOIN #neonrelay");
  await client.until(/ 474 bothsides #neonrelay :You were banned from the channel by /);
});

test("[M1] +m silences web chatters, with a reason, until they get voice or it is off", async () => {
  using owl = await webUser("modowl");
  opera.send("MODE #neonrelay +m");
  await opera.until(/MODE #neonrelay \+m/);

  expect(await owl.say("hello")).toMatchObject({
    status: 403,
    body: { error: expect.stringMatching(/^You were muted by the channel's mode \+m/) },
  });
  opera.send("MODE #neonrelay +v modowl");
  await opera.until(/MODE #neonrelay \+v modowl/);
  expect((await owl.say("with a voice")).status).toBe(200);
  await alice.until(/:modowl!\S+ PRIVMSG #neonrelay :with a voice$/);
  opera.send("MODE #neonrelay -m");
  await opera.until(/MODE #neonrelay -m/);
});

test("a chatter that a channel mode kept out joins once the mode is off", async () => {
  opera.send("MODE #neonrelay +i");
  await opera.until(/MODE #neonrelay \+i/);
  using owl = await joinFromWeb(server, "patientowl");
  expect((await alice.sync()).join("\n")).not.toContain(":patientowl!");

  opera.send("MODE #neonrelay -i");
  await opera.until(/MODE #neonrelay -i/);
  await owl.say("in at last");

  await alice.until(/:patientowl!\S+ PRIVMSG #neonrelay :in at last$/);
});

test("CHATHISTORY on IRC returns what was said, with the chat names of web chatters", async () => {
  using owl = await webUser("pastowl");
  await owl.say("for the record");
  await alice.until(/PRIVMSG #neonrelay :for the record$/);

  alice.send("CHATHISTORY LATEST #neonrelay * 5");

  const lines = (await alice.until(/BATCH -/)).join("\n");
  expect(lines).toMatch(/batch=\S* :pastowl!\S+ PRIVMSG #neonrelay :for the record/);
});

test("[E4] messages only for channel operators or voiced users appear in no browser and no history", async () => {
  using owl = await webUser("curiousowl");

  opera.send("PRIVMSG @#neonrelay :for ops only", "NOTICE @#neonrelay :ops, look");
  opera.send("PRIVMSG +#neonrelay :for the voiced", "PRIVMSG #neonrelay :for everybody");
  const { data } = await owl.socket.nextOf("chat_message");
  opera.send("CHATHISTORY LATEST #neonrelay * 10");
  const history = (await opera.until(/BATCH -/)).join("\n");

  expect(data).toMatchObject({ username: "opera", message: "for everybody" });
  expect(history).toContain("for everybody");
  expect(history).not.toMatch(/for ops only|ops, look|for the voiced/);
});

test("names that look like others are refused in browsers and on IRC", async () => {
  const body = { username: "al1ce", message: "hello" };
  const answer = await server.guest().call("POST", "/api/chat/send", { body });

  alice.send("NICK Stre4mB0t", "NICK StrearnBot", "NICK ChanServ");

  expect(answer).toMatchObject({ status: 409, body: { code: "name_taken" } });
  await alice.until(/ 43\d .*ChanServ/);
  alice.send("NICK alice");
});

test(
  "[R1] users of irssi, WeeChat and a browser hear each other",
  { tags: ["irssi", "tmux", "weechat-headless", "weechat-plugins"] },
  async () => {
    await using irssi = await startIrssi(portOf(server), "irssiuser");
    await using weechat = await TestWeechat.start(portOf(server), "weeuser");
    await irssi.untilShown(/Say \.help in/);
    await weechat.untilShown(/Say \.help in/);
    await weechat.type("", "/join #neonrelay");
    await alice.until(/:weeuser!\S+ JOIN/);
    await irssi.type("/join #neonrelay");
    await alice.until(/:irssiuser!\S+ JOIN/);
    using owl = await webUser("screenowl");

    await owl.say("hello from the browser");
    await irssi.untilShown(/<.?screenowl> hello from the browser/);
    await weechat.untilShown(/screenowl\thello from the browser/);
    await irssi.type("hello from irssi");
    await weechat.untilShown(/irssiuser\thello from irssi/);
    await weechat.type("#neonrelay", "hello from WeeChat");
    await irssi.untilShown(/<.?weeuser> hello from WeeChat/);

    const told: unknown[] = [];
    for (const nick of ["irssiuser", "weeuser"]) {
      const { data } = await owl.socket.nextOf(
        "chat_message",
        ({ data: said }) => !Array.isArray(said) && said.username === nick,
      );
      told.push(data);
    }
    expect(told).toMatchObject([
      { message: "hello from irssi", origin: "irc" },
      { message: "hello from WeeChat", origin: "irc" },
    ]);
  },
);

test("a new moderator is an operator on IRC for as long as they are a moderator", async () => {
  const admin = await server.signIn("admin");
  const { account } = await server.signIn("listener");
  if (account === null) throw new Error("no account");
  const passwordHash = await hashPassword("a-password-for-irc");
  await saveAccount(server.database.connection, {
    accountId: account.id,
    change: { passwordHash },
  });
  using later = await register("later", account.username);
  const changeRole = (role: string) =>
    admin.call("PUT", `/api/users/${account.id}`, { body: { role } });

  await changeRole("moderator");
  await later.until(/ MODE #neonrelay \+o later$/);
  await changeRole("listener");

  await later.until(/ MODE #neonrelay -o later$/);
});

/** Adds an account that can log in on IRC, and someone who manages accounts. */
async function addLogin(role: "listener" | "moderator" | "admin") {
  const { account } = await server.signIn(role);
  if (account === null) throw new Error("no account");
  const change = { passwordHash: await hashPassword("a-password-for-irc") };
  await saveAccount(server.database.connection, { accountId: account.id, change });
  return { ...account, manager: await server.signIn("super_admin") };
}

test("[A5] a changed password ends the login on IRC: rank and nick are gone, and the new password is needed", async () => {
  const { id, username, manager } = await addLogin("moderator");
  using login = await register(username, username);

  const body = { password: "another-password-for-irc" };
  await manager.call("PUT", `/api/users/${id}`, { body });

  await login.until(new RegExp(` 901 ${username} `));
  await login.until(new RegExp(`MODE #neonrelay -o ${username}$`));
  await login.until(new RegExp(`:${username}!.* NICK :?Guest\\d{5}$`));
  const secret = Buffer.from(`\0${username}\0a-password-for-irc`).toString("base64");
  login.send("AUTHENTICATE PLAIN", `AUTHENTICATE ${secret}`, `NICK ${username}`);
  await login.until(/ 904 /);
  await login.until(/ 433 /);
});

test("[A5] a login on IRC ends with its account, and the next owner of the name inherits nothing", async () => {
  const { id, username, manager } = await addLogin("admin");
  using login = await register("oldadmin", username);
  using witness = await register("witness");

  await manager.call("PUT", `/api/users/${id}`, { body: { username: `${username}x` } });
  await login.until(new RegExp(` 900 oldadmin \\S+ ${username}x `));
  const impostor = { username, role: "listener", email: "x@example.org", password: "secret-123" };
  await manager.call("POST", "/api/users", { body: impostor });
  login.send("PRIVMSG #neonrelay :.mute nobodyhere");
  await login.until(/NOTICE oldadmin :No one in the channel has that name/);
  await manager.call("DELETE", `/api/users/${id}`);

  await login.until(/ 901 oldadmin /);
  await witness.until(/MODE #neonrelay -o oldadmin$/);
  login.send("PRIVMSG #neonrelay :.mute nobodyhere");
  await login.until(/NOTICE oldadmin :Only moderators/);
});

test("[A7] people who manage accounts are server operators on IRC for as long as they do; moderators are not", async () => {
  const { id, username, manager } = await addLogin("admin");
  using boss = await register("bossonirc");

  boss.send(`OPER ${moderator.account?.username} a-password-for-irc`);
  await boss.until(/ 491 bossonirc /);
  boss.send(`OPER ${username} a-password-for-irc`);
  await boss.until(/ 381 bossonirc /);
  await manager.call("PUT", `/api/users/${id}`, { body: { role: "moderator" } });

  await boss.until(/ MODE bossonirc -o$/);
});

test("[A6] a nick of staff, or one that looks like it, is reserved for its account", async () => {
  const manager = await server.signIn("super_admin");
  const username = "boss-lady";
  using early = await register(username);
  const password = "a-password-for-irc";
  const body = { username, role: "admin", email: "boss@example.org", password };

  await manager.call("POST", "/api/users", { body });

  await early.until(/:boss-lady!\S+ NICK :?Guest\d{5}$/);
  early.send("NICK Boss-Lady", "NICK _b0ss-1ady_", "NICK Admin_", "NICK owl-at-night");
  await early.until(/ 433 Guest\d+ Boss-Lady :This nick belongs to/);
  await early.until(/ 433 Guest\d+ _b0ss-1ady_ :This nick belongs to/);
  await early.until(/ 433 Guest\d+ Admin_ :/);
  await early.until(/ NICK :?owl-at-night$/);
  using own = await register(username, username);
  own.send(`NICK ${username}_`);
  await own.until(/ NICK :?boss-lady_$/);
});

test("[A6] a guest on IRC can't look like someone in the channel; a nick in use stays with its user", async () => {
  using _owl = await webUser("barnowl");
  using guest = await register("guest1");
  using likeness = await LineClient.connect({ port: portOf(server), from: "127.0.0.1" });

  likeness.send("NICK bam0wl", "USER x 0 * :x");
  await likeness.until(
    / 433 \* bam0wl :This nick belongs to, or looks like, .* or someone in the channel/,
  );
  guest.send("NICK barn0wl", "NICK GUEST1", "NICK guestl");

  await guest.until(/ 433 guest1 barn0wl :/);
  await guest.until(/ NICK :?GUEST1$/);
  await guest.until(/ NICK :?guestl$/);
});

test("[A4] a network has one vote, across IRC and any number of browsers", async () => {
  const onAir = new TestOnAir(path.join(server.dataDir, "on-air.sock"));
  await onAir.listen();
  server.link.start();
  await onAir.next("hello");
  const hello = { protocolVersion: 1, journalId: randomUUID(), newestNumber: 0 };
  const play = testPlay({ title: "Uplink", artist: "Nova" });
  const status = { ...testStatus(play, Date.now()), listeners: 0 };
  onAir.send({ kind: "hello", ...hello }, { kind: "replayed" }, { kind: "status", status });
  using first = await webUser("firstowl");
  using second = await webUser("secondowl");

  const answers = async (user: WebUser) => {
    await user.say(".skip");
    const { data } = await user.socket.nextOf("chat_reply");
    return data.message;
  };
  await first.say(".skip");
  await alice.until(/PRIVMSG #neonrelay :1 of 2 votes to skip/);
  expect(await answers(second)).toBe("You have already voted: 1 of 2 votes");
  alice.send("PRIVMSG #neonrelay :.skip");
  await alice.until(/NOTICE alice :You have already voted: 1 of 2 votes/);
  using elsewhere = await register("elsewhere", undefined, portOf(server), "127.0.0.2");
  elsewhere.send("PRIVMSG #neonrelay :.skip");
  expect(await onAir.answer("skip", { skipped: true })).toMatchObject({ playId: play.playId });
  await onAir.close();
});

test("restarting IRC reconnects only the bot; everyone else stays", async () => {
  const admin = await server.signIn("admin");

  await admin.call("POST", "/api/system/restart-irc");

  await alice.until(/:StreamBot!\S+ QUIT /);
  await alice.until(/:StreamBot!\S+ JOIN #neonrelay/);
});

test("[A7] an operator's server bans survive a restart and are logged", async () => {
  await using own = await startTestServer({ irc });
  const admin = await own.signIn("admin");
  const passwordHash = await hashPassword("a-password-for-irc");
  const accountId = admin.account?.id ?? "";
  await saveAccount(own.database.connection, { accountId, change: { passwordHash } });
  await untilConnected(own);
  const port = portOf(own);
  const operate = async () => {
    const client = await register("bossonirc", undefined, port);
    client.send(`OPER ${admin.account?.username} a-password-for-irc`);
    await client.until(/ MODE bossonirc \+o$/);
    return client;
  };
  using before = await operate();
  before.send("KLINE *@127.0.0.8 :spam", "KLINE 60 *@192.0.2.* :a \u0007 bell", "REHASH");
  await before.until(/ 382 /);

  await own.settings.change(() => ({ ircChannel: "#elsewhere" }));
  await before.untilClosed();
  await untilStatus(own, "#elsewhere");

  using after = await operate();
  after.send("STATS k");
  const kept = (await after.until(/ 219 /)).join("\n");
  expect(kept).toContain(" 216 bossonirc K *@127.0.0.8 * * :spam (bossonirc)");
  expect(kept).toMatch(/ K \*@192\.0\.2\.\* \* \* :a .* bell \(bossonirc until /);
  using banned = await LineClient.connect({ port, from: "127.0.0.8" });
  banned.send("NICK late", "USER late 0 * :late");
  await banned.until(/ 465 late :You are banned from this server: spam$/);
  const noted = async (path: string) => JSON.stringify((await admin.call("GET", path)).body);
  await expect
    .poll(() => noted("/api/system-logs"))
    .toContain("as bossonirc on IRC banned *@127.0.0.8 from the IRC server");
  await expect
    .poll(() => noted("/api/security-events"))
    .toContain("became a server operator on IRC");
});

test("the bot moves to another channel in the settings; topic, modes, bans and hosts stay as before", async () => {
  await using own = await startTestServer({ irc });
  const account = (await own.signIn("moderator")).account;
  const passwordHash = await hashPassword("a-password-for-irc");
  const change = { passwordHash };
  await saveAccount(own.database.connection, { accountId: account?.id ?? "", change });
  await untilConnected(own);
  const port = portOf(own);
  const whoAmI = async (nick: string) => {
    const client = await register(nick, account?.username, port);
    client.send(`WHO ${nick}`);
    const lines = await client.until(/ 315 /);
    const host = lines.find((line) => line.includes(" 352 "))?.split(" ")[6];
    return { client, host };
  };
  const before = await whoAmI("keeper");
  using web = await TestSocket.connect(own.origin, { cookie: own.guest().cookie });
  web.send({ type: "chat_join", data: { username: "stayowl" } });
  before.client.send("JOIN #neonrelay");
  await before.client.until(/(?: 353 .*stayowl|:stayowl!\S+ JOIN)/);
  before.client.send("MODE #neonrelay +b spammer!*@*", "TOPIC #neonrelay :tonight: owls");
  before.client.send("MODE #neonrelay +imk-t opensesame");
  await before.client.until(/MODE #neonrelay \+imk/);

  await own.settings.change(() => ({ ircChannel: "#elsewhere" }));
  await before.client.untilClosed();
  await untilStatus(own, "#elsewhere");
  const elsewhere = (await whoAmI("keeper")).client;
  elsewhere.send("NAMES #elsewhere");
  const names = (await elsewhere.until(/ 366 /)).join("\n");
  elsewhere.close();
  await own.settings.change(() => ({ ircChannel: "#neonrelay" }));
  await untilStatus(own, "#neonrelay");

  const after = await whoAmI("keeper");
  expect(names).toContain("stayowl");
  expect(after.host).toBe(before.host);
  expect(after.host).toMatch(/\.cloaked$/);
  after.client.send("TOPIC #neonrelay", "MODE #neonrelay");
  const modes = (await after.client.until(/ 329 /)).join("\n");
  expect(modes).toContain(":tonight: owls");
  expect(modes).toContain("324 keeper #neonrelay +imnk opensesame");
  after.client.send("MODE #neonrelay b");
  expect((await after.client.until(/ 368 /)).join("\n")).toContain(
    "367 keeper #neonrelay spammer!*@*",
  );
  after.client.close();
});

async function untilStatus(own: TestServer, channel: string): Promise<void> {
  using socket = new TestSocket(own.origin, { cookie: own.guest().cookie });
  await socket.nextOf(
    "irc_status",
    ({ data }) => data.connected && data.channels.includes(channel),
  );
}

test("the bot gets into its channel even if the server listens by a hostname or is full", async () => {
  const clients = { perNetwork: 1, fromLoopback: 1 };
  await using own = await startTestServer({
    irc: { ...irc, connection: { ...connection, host: "127.1", clients } },
  });

  await untilConnected(own);
  using only = await register("only", undefined, portOf(own));
  await (await own.signIn("admin")).call("POST", "/api/system/restart-irc");

  await only.until(/:StreamBot!\S+ JOIN #neonrelay/);
  await only.until(/ MODE #neonrelay \+o StreamBot$/);
  using shutOut = await LineClient.connect({ port: portOf(own) });
  expect((await shutOut.untilClosed()).join("")).toContain("Too many connections");
});
