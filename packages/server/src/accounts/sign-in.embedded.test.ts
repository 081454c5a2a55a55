import { apiErrorSchema } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, request as openRequest } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { insertAccount } from "./account-store.ts";
import { saveAccessCodeHash } from "../settings/settings-store.ts";
import { SESSION_COOKIE } from "../http-kit/cookies.ts";
import { cookieOf, startTestServer, type TestServer } from "../api/test-server.ts";
import { createCheckSlots } from "../limits/check-slots.ts";
import { createLoginThrottle } from "../limits/login-throttle.ts";
import { hashPassword } from "./secrets.ts";
import { accountSubject } from "./sign-in-actions.ts";
import { checkSecret } from "./secret-check.ts";

const password = "the right password";
const code = "open-sesame";

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await hashPassword(password);
  await saveAccessCodeHash(server.database.connection, await hashPassword(code));
});
afterAll(() => server[Symbol.asyncDispose]());

/** Makes the wait for earlier failures longer than any busy machine takes. */
async function failMore(subject: string): Promise<void> {
  for (let n = 0; n < 6; n += 1)
    await server.throttle.recordFailure({ subject, address: "127.0.0.1" });
}

async function addAccount() {
  const id = randomUUID();
  const username = `user-${id}`;
  const email = `${id}@radio.example`;
  await insertAccount(server.database.connection, {
    id,
    username,
    email,
    role: "dj",
    passwordHash,
  });
  return { id, username, email };
}

function login(username: string, tried: string) {
  return server.call("POST", "/api/users/login", { body: { username, password: tried } });
}

/** Signs in from another address of this machine, which counts as someone else's. */
async function loginFrom(
  localAddress: string,
  { username, agent }: { readonly username: string; readonly agent: Agent },
): Promise<number | undefined> {
  const sent = openRequest(`${server.origin}/api/users/login`, {
    method: "POST",
    localAddress,
    agent,
    headers: { "content-type": "application/json" },
  });
  sent.end(JSON.stringify({ username, password: "a wrong password" }));
  const [response] = await once(sent, "response");
  response.resume();
  await once(response, "end");
  return response.statusCode;
}

test("people sign in by user name or email, in any case, and see when they last did", async () => {
  const { username, email } = await addAccount();
  let lastLogin = 0;

  for (const name of [username, username.toUpperCase(), email, email.toUpperCase(), ` ${email} `]) {
    const answer = await login(name, password);
    const cookie = cookieOf(answer.headers, SESSION_COOKIE);
    const session = await server.call("GET", "/api/session", { headers: { cookie } });
    expect(answer).toMatchObject({ status: 200, body: { username, email, role: "dj" } });
    expect(session.body).toMatchObject({ kind: "user", username });
    expect(Date.parse(Object(session.body).lastLogin)).toBeGreaterThan(lastLogin);
    lastLogin = Date.parse(Object(session.body).lastLogin);
  }
});

test("failures count for the account under any of its names, and the answer has the wait", async () => {
  const { id, username, email } = await addAccount();
  for (const name of [username, email, username])
    expect((await login(name, "a wrong password")).status).toBe(401);

  await failMore(accountSubject(id));
  const refused = await login(email, password);

  expect(refused).toMatchObject({
    status: 429,
    body: { error: expect.stringMatching(/wait/i), code: "too_many_requests" },
  });
  const { retryAt } = apiErrorSchema.parse(refused.body);
  // Nine failures make 64 s; without the real ones it would be 8 s.
  expect(Date.parse(retryAt ?? "") - Date.now()).toBeGreaterThan(10_000);
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
});

test("failures on the access code cost a wait for the access code", async () => {
  const enter = (tried: string) =>
    server.call("POST", "/api/auth/access-code", { body: { code: tried } });
  expect(await enter("wrong")).toMatchObject({
    status: 401,
    body: { error: "Invalid admin code. Contact the administrator." },
  });
  expect((await enter(code)).body).toMatchObject({ kind: "access-code" });
  for (let n = 0; n < 3; n += 1) await enter("wrong");
  await failMore("access-code");

  const refused = await enter(code);

  const { retryAt } = apiErrorSchema.parse(refused.body);
  expect(refused.status).toBe(429);
  expect(Date.parse(retryAt ?? "") - Date.now()).toBeGreaterThan(10_000);
});

test("a hundred failures from elsewhere, or through a proxy here, don't keep the owner out", async () => {
  const { username } = await addAccount();
  using agent = new ClosingAgent();
  const statuses = new Set<number | undefined>();
  for (let n = 0; n < 50; n += 1) {
    statuses.add(await loginFrom("127.0.0.2", { username, agent }));
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const body = { username, password: "a wrong password" };
    statuses.add((await server.call("POST", "/api/users/login", { body, headers })).status);
  }

  const owner = await login(username, password);

  expect(statuses).toEqual(new Set([401, 429]));
  expect(owner.status).toBe(200);
});

test("a person at the machine can sign in even while all password checks for others are busy", async () => {
  const parts = {
    throttle: createLoginThrottle(),
    slots: {
      loopback: createCheckSlots({ atOnce: 1, waiting: 0, perNetwork: { atOnce: 1, waiting: 0 } }),
      elsewhere: createCheckSlots({ atOnce: 0, waiting: 0, perNetwork: { atOnce: 1, waiting: 0 } }),
    },
    security: { record: () => {} },
  };
  const check = (isLoopback: boolean) =>
    checkSecret(parts, {
      subject: "account 1",
      origin: { address: "127.0.0.1", isLoopback },
      description: "wrong",
      isRight: async () => true,
    });

  expect((await check(false)).kind).toBe("wait");
  expect((await check(true)).kind).toBe("right");
});

test("signing out ends the session, and the socket that was opened with it", async () => {
  const browser = await server.signIn("dj");
  const other = await server.signIn("dj");
  const [socket, otherSocket] = await Promise.all([openSocket(browser), openSocket(other)]);
  const closed = once(socket, "close");

  const out = await browser.call("POST", "/api/users/logout");
  const again = await browser.call("POST", "/api/users/logout");

  expect([out.body, again.body]).toEqual([{ signedOut: true }, { signedOut: false }]);
  expect((await closed)[0]).toBe(1008);
  expect(otherSocket.readyState).toBe(WebSocket.OPEN);
  otherSocket.terminate();
});

test("signing in as someone else ends the session this browser had", async () => {
  const browser = await server.signIn("dj");
  const { username } = await addAccount();

  const answer = await browser.call("POST", "/api/users/login", { body: { username, password } });
  const old = await browser.call("GET", "/api/session");

  expect(answer.status).toBe(200);
  expect(old.body).toMatchObject({ kind: "guest" });
});

test("a failed sign-in is a security event that names the account but never an unknown name", async () => {
  await using fresh = await startTestServer();
  const { connection } = fresh.database;
  await saveAccessCodeHash(connection, passwordHash);
  await insertAccount(connection, { id: randomUUID(), username: "mira", role: "dj", passwordHash });
  const attempt = (username: string) =>
    fresh.call("POST", "/api/users/login", { body: { username, password: "a wrong password" } });

  await attempt("mira");
  await attempt("my-secret-in-the-wrong-field");
  await fresh.call("POST", "/api/auth/access-code", { body: { code: "wrong" } });
  await fresh.security.settled();

  const { rows } = await connection.execute(
    sql`select severity, event_type, description, ip_address from security_events order by timestamp`,
  );
  const failed = { severity: "medium", event_type: "sign_in_failed", ip_address: "127.0.0.1" };
  expect(rows).toEqual([
    { ...failed, description: "Wrong password for the account 'mira'" },
    { ...failed, description: "Sign-in with an unknown user name" },
    { ...failed, description: "Wrong access code" },
  ]);
});

/** An accepted socket. */
async function openSocket({ cookie }: { readonly cookie: string }): Promise<WebSocket> {
  const headers = { cookie, origin: server.origin };
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/ws`, { headers });
  await once(socket, "message");
  return socket;
}

class ClosingAgent extends Agent {
  [Symbol.dispose](): void {
    this.destroy();
  }
}
