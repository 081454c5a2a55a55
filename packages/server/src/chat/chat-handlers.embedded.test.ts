import { chatMessageSchema } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { insertAccount } from "../accounts/account-store.ts";
import { insertChatMessage } from "./chat-store.ts";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { listChat, say } from "./chat-actions.ts";
import { stationLine, webLine } from "./chat-rules.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const moderator = await server.signIn("moderator");
  await moderator.call("POST", "/api/chat/clear");
});

const send = (username: string, message: string) => ({ body: { username, message } });

async function listed() {
  return z.array(chatMessageSchema).parse((await server.call("GET", "/api/chat")).body);
}

test("guests' messages are listed trimmed, oldest first", async () => {
  const first = await server.guest().call("POST", "/api/chat/send", send("owl", "  hello  "));
  const second = await server.guest().call("POST", "/api/chat/send", send("raven", "hi"));

  expect(first).toMatchObject({
    status: 200,
    body: webLine({ username: "owl", text: "hello" }),
  });
  expect(await listed()).toEqual([first.body, second.body]);
});

test("only a message that waits for its turn on IRC is listed as waiting", async () => {
  await say(server, webLine({ username: "owl", text: "first" }));
  const late = await say(server, webLine({ username: "owl", text: "late" }));

  const messages = await listChat({ ...server, irc: { isWaiting: (id) => id === late.id } });

  expect(messages.map(({ isWaiting }) => isWaiting)).toEqual([undefined, true]);
});

test("the newest 200 messages are listed", async () => {
  for (let n = 1; n <= 201; n += 1)
    await say(server, stationLine({ username: "owl", text: `message ${n}` }));

  const messages = await listed();

  expect(messages).toHaveLength(200);
  expect([messages[0]?.message, messages.at(-1)?.message]).toEqual(["message 2", "message 201"]);
  expect(messages[0]?.isBot).toBe(true);
});

test("paging through the chat returns each message once, even those of the same moment", async () => {
  const timestamp = new Date("2030-01-31T20:15:00.000Z");
  for (let n = 1; n <= 7; n += 1) {
    const line = stationLine({ username: "owl", text: `message ${n}` });
    const message = { ...line, id: randomUUID(), timestamp, notDelivered: null, ircId: null };
    await insertChatMessage(server.database.connection, message);
  }

  const pages: string[][] = [];
  let query = "limit=3";
  for (;;) {
    const { body } = await server.call("GET", `/api/chat?${query}`);
    const page = z.array(chatMessageSchema).parse(body);
    pages.push(page.map(({ message }) => message));
    if (page.length < 3) break;
    query = `limit=3&before=${page[0]?.id ?? ""}`;
  }

  expect(pages).toEqual([
    ["message 5", "message 6", "message 7"],
    ["message 2", "message 3", "message 4"],
    ["message 1"],
  ]);
  expect(await server.call("GET", `/api/chat?before=${randomUUID()}`)).toMatchObject({
    status: 404,
    body: { error: "No chat message has that id", code: "not_found" },
  });
});

test("a message of two lines is refused", async () => {
  const answer = await server.guest().call("POST", "/api/chat/send", send("owl", "hello\r\nQUIT"));

  expect(answer).toMatchObject({
    status: 400,
    body: { code: "invalid_request", field: "message" },
  });
  expect(await listed()).toEqual([]);
});

test("[E2] an IRC command is refused with advice, and its secret appears in no answer, log or list", async () => {
  const message = "/msg NickServ IDENTIFY hunter2secret";

  const answer = await server.guest().call("POST", "/api/chat/send", send("owl", message));

  expect(answer).toMatchObject({
    status: 400,
    body: { code: "invalid_request", field: "message" },
  });
  expect(answer.body).toMatchObject({ error: expect.stringContaining("begin with //") });
  expect(await listed()).toEqual([]);
  await server.systemLog.settled();
  const admin = await server.signIn("admin");
  const logs = await admin.call("GET", "/api/system-logs");
  expect(logs.status).toBe(200);
  expect(JSON.stringify([answer.body, logs.body])).not.toContain("hunter2secret");
});

test("400 characters and names of 2 and 20 characters are accepted", async () => {
  for (const name of ["ow", "o".repeat(20)]) {
    const answer = await server.guest().call("POST", "/api/chat/send", send(name, "x".repeat(400)));
    expect(answer.status).toBe(200);
  }
});

test("a second message within a second is refused with the time to wait", async () => {
  const guest = server.guest();
  const before = Date.now();

  // All at once: one after the other, a busy machine might take a second.
  const answers = await Promise.all(
    ["one", "two", "three"].map((text) =>
      guest.call("POST", "/api/chat/send", send("swift", text)),
    ),
  );

  const after = Date.now();
  const refused = answers.filter(({ status }) => status !== 200);
  expect(await listed()).toHaveLength(answers.length - refused.length);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer).toMatchObject({
      status: 429,
      body: { error: "Please wait before sending another message", code: "too_many_requests" },
    });
    const { retryAt } = z.object({ retryAt: z.iso.datetime() }).parse(answer.body);
    expect(Date.parse(retryAt)).toBeGreaterThan(before);
    expect(Date.parse(retryAt)).toBeLessThanOrEqual(after + 1000);
    expect(answer.headers.get("retry-after")).toBe("1");
  }
});

test("only its account can use a user name in the chat", async () => {
  const { account, call } = await server.signIn("dj");
  const username = account?.username ?? "";

  const stranger = await server
    .guest()
    .call("POST", "/api/chat/send", send(username.toUpperCase(), "it is me"));
  const owner = await call("POST", "/api/chat/send", send(username, "it is me"));

  expect(stranger).toMatchObject({ status: 409, body: { code: "name_taken", field: "username" } });
  expect(owner.status).toBe(200);
});

test("only its account can use a listener's user name in the chat, even in its form as an IRC nick", async () => {
  const account = { id: randomUUID(), role: "listener", passwordHash: null } as const;
  await insertAccount(server.database.connection, { ...account, username: "7Swans" });

  const named = await server.guest().call("POST", "/api/chat/send", send("7swans", "it is me"));
  const asNick = await server.guest().call("POST", "/api/chat/send", send("_7SWANS", "it is me"));
  const other = await server.guest().call("POST", "/api/chat/send", send("swans7", "it is me"));

  expect([named, asNick, other].map(({ status }) => status)).toEqual([409, 409, 200]);
});

test("the bot's name can't be used in the chat", async () => {
  const answer = await server.guest().call("POST", "/api/chat/send", send("streambot", "hello"));

  expect(answer).toMatchObject({ status: 409, body: { code: "name_taken" } });
});

test("moderators clear the chat, and the log names them", async () => {
  await server.guest().call("POST", "/api/chat/send", send("heron", "hello"));
  const moderator = await server.signIn("moderator");

  const answer = await moderator.call("POST", "/api/chat/clear");

  expect(answer).toMatchObject({ status: 200, body: { cleared: 1 } });
  expect(await listed()).toEqual([]);
});

test("moderators remove one message", async () => {
  const kept = await say(server, webLine({ username: "owl", text: "kept" }));
  const removed = await say(server, webLine({ username: "owl", text: "removed" }));
  const moderator = await server.signIn("moderator");

  const answer = await moderator.call("DELETE", `/api/chat/${removed.id}`);

  expect(answer).toMatchObject({ status: 200, body: { deleted: true } });
  expect(await listed()).toEqual([kept]);
  expect(await moderator.call("DELETE", `/api/chat/${removed.id}`)).toMatchObject({
    status: 404,
    body: { code: "not_found" },
  });
});

test.each(["POST /api/chat/clear", `DELETE /api/chat/${randomUUID()}`])(
  "%s needs the right to moderate the chat",
  async (call) => {
    const [method = "", path = ""] = call.split(" ");
    const listener = await server.signIn("listener");

    expect(await server.guest().call(method, path)).toMatchObject({ status: 401 });
    expect(await listener.call(method, path)).toMatchObject({ status: 403 });
  },
);

test("during maintenance guests can only read the chat", async () => {
  await server.settings.change(() => ({ maintenanceMode: true }));
  try {
    const answer = await server.guest().call("POST", "/api/chat/send", send("owl", "hello"));

    expect(answer).toMatchObject({ status: 503, body: { code: "maintenance" } });
    expect(await listed()).toEqual([]);
  } finally {
    await server.settings.change(() => ({ maintenanceMode: false }));
  }
});
