import { sql } from "drizzle-orm";
import { once } from "node:events";
import { writeFile, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { accountSubject } from "../accounts/sign-in-actions.ts";
import type { TestBrowser, TestServer } from "../api/test-server.ts";
import { startTestCommands, type TestCommands } from "./test-commands.ts";

let commands: TestCommands;
let server: TestServer;
beforeAll(async () => {
  commands = await startTestCommands();
  server = commands.server;
});
afterAll(async () => {
  await commands[Symbol.asyncDispose]();
});

test("an account made by command can sign in with the printed password", async () => {
  const { exitCode, text } = await commands.run("user", "add", " Zoë ", "dj");
  const password = text.split(" ").at(-1) ?? "";

  const login = await server.call("POST", "/api/users/login", {
    body: { username: "zoë", password },
  });

  expect(exitCode).toBe(0);
  expect(login).toMatchObject({ status: 200, body: { username: "Zoë", role: "dj" } });
});

test.each([
  [["ZOË"], "An account 'ZOË' already exists"],
  [["web-user"], "'web-user' is reserved for the station"],
  [["web user"], "'web user' can't be a user name: use letters"],
  [[], "Name the account"],
  [["eve", "emperor"], "ROLE must be one of"],
])("user add %j is refused with a reason", async (args, words) => {
  await commands.run("user", "add", "Zoë");

  expect(await commands.run("user", "add", ...args)).toEqual({
    exitCode: 1,
    text: expect.stringContaining(words),
  });
});

test("a password reset by command ends the account's sessions and closes their sockets", async () => {
  const browser = await server.signIn("super_admin");
  const username = browser.account?.username ?? "";
  const file = path.join(server.dataDir, "first-run.txt");
  await writeFile(file, `Administrator: ${username}\nPassword:      x\n`);
  const closed = once(await openSocket(browser), "close");

  const { text } = await commands.run("user", "reset-password", username.toUpperCase());
  const password = text.split(" ").at(-1) ?? "";

  expect((await closed)[0]).toBe(1008);
  expect((await browser.call("GET", "/api/session")).body).toMatchObject({ kind: "guest" });
  const login = await server.call("POST", "/api/users/login", { body: { username, password } });
  expect(login.status).toBe(200);
  await expect(readFile(file)).rejects.toThrow("ENOENT");
});

test("a new access code ends the sessions of the old one, and only those", async () => {
  const withCode = await server.signIn("access-code");
  const admin = await server.signIn("admin");
  const closed = once(await openSocket(withCode), "close");

  const { text } = await commands.run("access-code", "reset");
  const code = text.split(" ").at(-1) ?? "";

  expect((await closed)[0]).toBe(1008);
  expect((await withCode.call("GET", "/api/session")).body).toMatchObject({ kind: "guest" });
  expect((await admin.call("GET", "/api/session")).body).toMatchObject({ kind: "user" });
  const entered = await server.call("POST", "/api/auth/access-code", { body: { code } });
  expect(entered.body).toMatchObject({ kind: "access-code" });
});

test.each([
  ["user reset-password", (name: string) => ["user", "reset-password", name]],
  ["access-code reset", () => ["access-code", "reset"]],
])("%s ends the wait after too many attempts", async (_name, args) => {
  const admin = await server.signIn("admin");
  const username = admin.account?.username ?? "";
  await commands.run("user", "reset-password", username);
  const attempt = () =>
    server.call("POST", "/api/users/login", { body: { username, password: "a wrong password" } });
  const tried = { subject: accountSubject(admin.account?.id ?? ""), address: "127.0.0.1" };
  for (let n = 0; n < 9; n += 1) await server.throttle.recordFailure(tried);

  const locked = await attempt();
  await commands.run(...args(username));
  const after = await attempt();

  expect([locked.status, after.status]).toEqual([429, 401]);
});

test("changes to accounts by command are security events", async () => {
  await commands.run("user", "add", "olga", "moderator");
  await commands.run("user", "reset-password", "olga");
  await commands.run("access-code", "reset");

  const { rows } = await server.database.connection.execute(
    sql`select severity, event_type, description, ip_address from security_events
        where description like 'station command%' order by timestamp desc limit 3`,
  );
  const event = (eventType: string, description: string) => ({
    severity: "high",
    event_type: eventType,
    description: `station command ${description}`,
    ip_address: null,
  });
  expect(rows).toEqual([
    event("access_code_reset", "created a new access code"),
    event("password_set", "set a password for 'olga'"),
    event("account_created", "created the account 'olga' with the role moderator"),
  ]);
});

/** An accepted socket. */
async function openSocket({ cookie }: TestBrowser): Promise<WebSocket> {
  const headers = { cookie, origin: server.origin };
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/ws`, { headers });
  await once(socket, "message");
  return socket;
}
