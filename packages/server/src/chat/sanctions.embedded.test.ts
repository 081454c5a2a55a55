import { chatSanctionSchema } from "@neonrelay/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { createLog } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import { EndedMasks } from "../irc/ended-masks.ts";
import { createChatNames } from "./chat-names.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { TestSocket } from "../socket/test-socket.ts";
import { liftSanction } from "./sanction-actions.ts";
import { listSanctionRows } from "./sanction-store.ts";
import { loadSanctions } from "./sanctions.ts";
import { isAgainst, KICK_MS, tellingNetwork } from "./sanction-rules.ts";

const log = createLog({ part: "test", level: "silent" });

let server: TestServer;
let moderator: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  moderator = await server.signIn("moderator");
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const { id } of await listed()) await moderator.call("DELETE", `/api/chat/sanctions/${id}`);
});

async function listed() {
  const { body } = await moderator.call("GET", "/api/chat/sanctions");
  return z.array(chatSanctionSchema).parse(body);
}

const say = (username: string) => ({ body: { username, message: "hello" } });

test("a muted user is told why and until when, and stays in the channel", async () => {
  const guest = server.guest();
  using socket = await TestSocket.connect(server.origin, { cookie: guest.cookie });
  socket.send({ type: "chat_join", data: { username: "mutedowl" } });
  socket.send({ type: "ping" });
  await socket.nextOf("pong");

  const imposed = await moderator.call("POST", "/api/chat/sanctions", {
    body: { kind: "mute", username: "MutedOwl", reason: "ads", minutes: 60 },
  });

  const by = moderator.account?.username ?? "";
  const message = `You were muted by ${by} (ads)`;
  expect((await socket.nextOf("chat_sanctioned")).data).toMatchObject({ kind: "mute", message });
  expect(imposed).toMatchObject({ status: 200, body: { username: "mutedowl", by } });
  expect(await guest.call("POST", "/api/chat/send", say("othername"))).toMatchObject({
    status: 403,
    body: { error: message, code: "not_allowed" },
  });
  expect(await server.guest().call("POST", "/api/chat/send", say("mutedowl"))).toMatchObject({
    status: 409,
  });
});

test("a banned user is out at once, and may return once the ban is lifted", async () => {
  const guest = server.guest();
  await guest.call("POST", "/api/chat/send", say("bannedowl"));
  const body = { kind: "ban", username: "bannedowl" };
  await moderator.call("POST", "/api/chat/sanctions", { body });
  using socket = await TestSocket.connect(server.origin, { cookie: guest.cookie });

  socket.send({ type: "chat_join", data: { username: "newname" } });
  expect((await socket.nextOf("chat_sanctioned")).data.kind).toBe("ban");
  const [ban] = await listed();
  await moderator.call("DELETE", `/api/chat/sanctions/${ban?.id}`);
  socket.send({ type: "chat_join", data: { username: "newname" } });

  await socket.nextOf("chat_joined");
  expect(await listed()).toEqual([]);
});

test("a kicked user is notified and stays out for half a minute", async () => {
  const guest = server.guest();
  using socket = await TestSocket.connect(server.origin, { cookie: guest.cookie });
  socket.send({ type: "chat_join", data: { username: "kickedowl" } });
  socket.send({ type: "ping" });
  await socket.nextOf("pong");

  await moderator.call("POST", "/api/chat/kick", { body: { username: "kickedowl" } });

  const { data } = await socket.nextOf("chat_sanctioned");
  expect(data.kind).toBe("kick");
  const answer = await guest.call("POST", "/api/chat/send", say("kickedowl"));
  expect(answer).toMatchObject({ status: 403, body: { retryAt: data.until } });
});

test("a kick survives a new server process and appears in no list", async () => {
  const guest = server.guest();
  await guest.call("POST", "/api/chat/send", say("leavingowl"));
  await moderator.call("POST", "/api/chat/kick", { body: { username: "leavingowl" } });
  let nowMs = Date.now();

  const next = await loadSanctions({ database: server.database, log, nowMs: () => nowMs });

  const [visitorKey = ""] = await kickedKeys();
  const kicked = { key: visitorKey, browserKey: visitorKey, network: "" };
  expect(next.restrictionOf(kicked)).toMatchObject({ kind: "kick" });
  expect([next.list(), next.over(), await listed()]).toEqual([[], [], []]);
  nowMs += KICK_MS;
  expect(next.restrictionOf(kicked)).toBeNull();
});

test("a kick works even while the database takes no writes", async () => {
  await using upgraded = await startTestServer();
  const operator = await upgraded.signIn("moderator");
  const guest = upgraded.guest();
  await guest.call("POST", "/api/chat/send", say("heldowl"));
  upgraded.database.holdWrites(true);

  const kicked = await operator.call("POST", "/api/chat/kick", { body: { username: "heldowl" } });
  upgraded.database.holdWrites(false);

  expect(kicked.status).toBe(200);
  const answer = await guest.call("POST", "/api/chat/send", say("heldowl"));
  expect(answer).toMatchObject({ status: 403, body: { retryAt: expect.any(String) } });
});

async function kickedKeys(): Promise<readonly string[]> {
  const rows = await listSanctionRows(server.database.connection, { now: new Date(), limit: 9 });
  return rows.filter(({ username }) => username === "leavingowl").map((row) => row.visitorKey);
}

test("a name that never chatted from the web can't be sanctioned", async () => {
  for (const [path, body] of [
    ["/api/chat/kick", { username: "stranger" }],
    ["/api/chat/sanctions", { kind: "mute", username: "stranger" }],
  ] as const)
    expect(await moderator.call("POST", path, { body })).toMatchObject({ status: 404 });
});

test("a ban survives a restart, and moderation is in the system log", async () => {
  await server.guest().call("POST", "/api/chat/send", say("lastingowl"));
  const body = { kind: "ban", username: "lastingowl", reason: "ads" };
  await moderator.call("POST", "/api/chat/sanctions", { body });

  const loaded = await loadSanctions({ database: server.database, log, nowMs: Date.now });
  expect(loaded.list()).toMatchObject([{ kind: "ban", username: "lastingowl", until: null }]);
  await server.systemLog.settled();
  const admin = await server.signIn("admin");
  const logs = await admin.call("GET", "/api/system-logs");
  expect(JSON.stringify(logs.body)).toContain(
    `${moderator.account?.username} banned lastingowl in the chat`,
  );
});

test("an expired mute is lifted on IRC once the bot may do it, even after a restart", async () => {
  const { database, events } = server;
  let nowMs = Date.now();
  const loading = () => loadSanctions({ database, log, nowMs: () => nowMs });
  const person = { visitorKey: "irc:eve@host", browserKey: "irc:eve@host", network: null };
  const times = { createdAt: new Date(nowMs), until: new Date(nowMs + 60_000) };
  const told = {
    id: randomUUID(),
    kind: "mute",
    username: "eve",
    reason: "",
    by: "opera",
  } as const;
  await (await loading()).add({ ...person, ...times, ...told, ircMask: "~m:*!*@host" });
  nowMs += 60_000;
  const sanctions = await loading();
  const lifted: string[] = [];
  let mayLift = false;
  const moderation = {
    lift: (ircMask: string) => {
      if (mayLift) lifted.push(ircMask);
      return mayLift;
    },
  };
  const ended = new EndedMasks({ events, sanctions, moderation, log });

  await ended.liftEnded();
  expect([sanctions.list(), sanctions.over().length, lifted]).toEqual([[], 1, []]);
  mayLift = true;
  await ended.liftEnded();
  await ended.close();

  expect([lifted, sanctions.over(), (await loading()).over()]).toEqual([["~m:*!*@host"], [], []]);
});

test("a ban lifted while the bot is away is lifted on IRC once it is back, even after a restart", async () => {
  const { database, events, systemLog } = server;
  const loading = () => loadSanctions({ database, log, nowMs: Date.now });
  const person = { visitorKey: "irc:mallory@host", browserKey: "irc:mallory@host", network: null };
  const times = { createdAt: new Date(), until: null };
  const id = randomUUID();
  const told = { id, kind: "ban", username: "mallory", reason: "", by: "opera" } as const;
  const before = await loading();
  await before.add({ ...person, ...times, ...told, ircMask: "*!*@host" });
  const chatNames = createChatNames({ nowMs: Date.now });
  const parts = { events, chatNames, sanctions: before, systemLog };

  expect(await liftSanction(parts, { id, who: "station" })).toBe(true);
  expect(await liftSanction(parts, { id, who: "station" })).toBe(false);

  const sanctions = await loading();
  expect([before.list(), sanctions.list(), sanctions.over().length]).toEqual([[], [], 1]);
  const lifted: string[] = [];
  const moderation = { lift: (ircMask: string) => lifted.push(ircMask) > 0 };
  const ended = new EndedMasks({ events, sanctions, moderation, log });
  await ended.liftEnded();
  await ended.close();
  expect([lifted, (await loading()).over()]).toEqual([["*!*@host"], []]);
});

test("a mute that ends leaves the IRC entry that another one of the same host needs", async () => {
  const { database, events } = server;
  const sanctions = await loadSanctions({ database, log, nowMs: Date.now });
  const muted = (nick: string, until: Date | null) => {
    const person = {
      visitorKey: `irc:${nick}@host`,
      browserKey: `irc:${nick}@host`,
      network: null,
    };
    const told = { kind: "mute", username: nick, reason: "", by: "opera" } as const;
    const times = { createdAt: new Date(), until };
    return { ...person, ...told, ...times, id: randomUUID(), ircMask: "~m:*!*@host" };
  };
  const long = muted("long", null);
  await sanctions.add(long);
  await sanctions.add(muted("short", new Date(Date.now() - 1)));
  const lifted: string[] = [];
  const moderation = { lift: (ircMask: string) => lifted.push(ircMask) > 0 };
  const ended = new EndedMasks({ events, sanctions, moderation, log });

  await ended.liftEnded();
  expect([lifted, sanctions.over()]).toEqual([[], []]);
  await sanctions.end(long.id);
  await ended.liftEnded();
  await ended.close();

  expect(lifted).toEqual(["~m:*!*@host"]);
});

test("sanctions are listed in pages, newest first", async () => {
  for (const username of ["firstowl", "secondowl", "thirdowl"]) {
    await server.guest().call("POST", "/api/chat/send", say(username));
    await moderator.call("POST", "/api/chat/sanctions", { body: { kind: "mute", username } });
  }
  const load = async (query: string) => {
    const { body, headers } = await moderator.call("GET", `/api/chat/sanctions${query}`);
    const names = z
      .array(chatSanctionSchema)
      .parse(body)
      .map(({ username }) => username);
    const next = /<\/api\/chat\/sanctions(.+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    return { names, next, total: headers.get("x-total-count") };
  };

  const first = await load("?limit=2");
  const second = await load(first.next ?? "");

  expect(first).toMatchObject({ names: ["thirdowl", "secondowl"], total: "3" });
  expect(second).toEqual({ names: ["firstowl"], next: undefined, total: "3" });
  expect((await load(`?after=${randomUUID()}`)).names).toEqual([]);
});

test("surplus sanctions are deleted from the database, too", async () => {
  const { database } = server;
  const sanctions = await loadSanctions({ database, log, nowMs: Date.now, most: 3 });
  const made = Array.from({ length: 5 }, (_, number) => ({
    id: randomUUID(),
    kind: "ban" as const,
    username: `paged${number}`,
    visitorKey: `paged ${number}`,
    browserKey: `paged ${number}`,
    network: null,
    reason: "",
    by: "a test",
    until: null,
    createdAt: new Date(Date.UTC(2026, 0, 1 + number)),
    ircMask: null,
  }));
  for (const sanction of made) await sanctions.add(sanction);
  const newest = made.toReversed().slice(0, 3);

  const again = await loadSanctions({ database, log, nowMs: Date.now });
  expect(sanctions.list().map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
  expect(again.list().map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
  for (const { id } of newest) await again.end(id);
});

test("a sanction applies to the account, the browser and other guests of the network", () => {
  const network = "192.0.2.7";
  const sanction = { visitorKey: "user:1", browserKey: "visitor:a", network };
  const guest = { key: "visitor:b", browserKey: "visitor:b", network };

  expect(isAgainst(sanction, { ...guest, network: "192.0.2.8" })).toBe(false);
  expect(isAgainst(sanction, guest)).toBe(true);
  expect(isAgainst(sanction, { ...guest, key: "user:2" })).toBe(false);
  expect(isAgainst(sanction, { ...guest, key: "user:1", network: "" })).toBe(true);
  expect(isAgainst(sanction, { ...guest, browserKey: "visitor:a", network: "" })).toBe(true);
  expect([tellingNetwork("127.0.0.1"), tellingNetwork(network)]).toEqual([null, network]);
});
