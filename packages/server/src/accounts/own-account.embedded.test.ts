import { accountSchema, apiErrorSchema } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import * as z from "zod";
import { findAccount, insertAccount } from "./account-store.ts";
import { hashToken } from "./secrets.ts";
import { findCaller, openSession } from "./session-actions.ts";
import { accountSubject } from "./sign-in-actions.ts";
import { SESSION_COOKIE } from "../http-kit/cookies.ts";
import {
  cookieOf,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from "../api/test-server.ts";

const password = "a long password";

interface Person {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

let server: TestServer;
let mira: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  mira = newPerson();
  await server.settings.change(() => ({ registrationEnabled: true, maintenanceMode: false }));
});

function newPerson(): Person {
  const username = `mira-${randomUUID()}`.slice(0, 20);
  return { username, email: `${username}@radio.example`, password };
}

/** A new browser, signed in to the account `mira`. */
async function signIn(): Promise<TestBrowser> {
  const { username } = mira;
  const { headers } = await server.call("POST", "/api/users/login", {
    body: { username, password },
  });
  const cookie = cookieOf(headers, SESSION_COOKIE);
  return {
    cookie,
    call: (method, target, options) =>
      server.call(method, target, { ...options, headers: { cookie } }),
  };
}

const shownName = () => `Válé ${mira.username}`;

/** `mira` with the role dj, created by an operator. */
async function addMira(): Promise<void> {
  const boss = await server.signIn("super_admin");
  await boss.call("POST", "/api/users", { body: { ...mira, role: "dj", name: shownName() } });
}

function session(browser: TestBrowser): Promise<{ readonly body: unknown }> {
  return browser.call("GET", "/api/session");
}

test("a person who registers is a listener and signed in, and a security event records it", async () => {
  const registered = await server.guest().call("POST", "/api/users/register", { body: mira });
  const cookie = cookieOf(registered.headers, SESSION_COOKIE);
  const known = await server.call("GET", "/api/session", { headers: { cookie } });
  await server.security.settled();

  const { rows } = await server.database.connection.execute(
    sql`select severity, event_type, description, ip_address from security_events`,
  );
  const { username, email } = mira;
  expect(registered).toMatchObject({ status: 200, body: { username, email, role: "listener" } });
  expect(known.body).toMatchObject({ kind: "user", username, role: "listener" });
  expect(rows).toContainEqual({
    severity: "other",
    event_type: "account_registered",
    description: `'${username}' registered`,
    ip_address: "127.0.0.1",
  });
  const logins = await server.database.connection.execute(
    sql`select last_login >= created_at as "isNoted" from users where username = ${username}`,
  );
  expect(logins.rows).toEqual([{ isNoted: true }]);
  expect((await session(await signIn())).body).toMatchObject({ kind: "user", username });
});

test("registration is refused once it is switched off", async () => {
  await server.settings.change(() => ({ registrationEnabled: false }));

  const answer = await server.guest().call("POST", "/api/users/register", { body: mira });

  expect(answer).toMatchObject({ status: 403, body: { code: "registration_off" } });
});

test("registration is closed during maintenance", async () => {
  await server.settings.change(() => ({ maintenanceMode: true }));

  const answer = await server.guest().call("POST", "/api/users/register", { body: mira });

  expect(answer).toMatchObject({ status: 503, body: { code: "maintenance" } });
});

test.each([
  ["another's name", () => ({ username: mira.username.toUpperCase() }), "name_taken", "username"],
  ["another's email", () => ({ email: mira.email.toUpperCase() }), "name_taken", "email"],
  ["a name of the station", () => ({ username: "web-user" }), "name_taken", "username"],
  ["an operator's name", () => ({ username: "Admin" }), "name_taken", "username"],
  [
    "a name like an operator's",
    () => ({ username: `_${mira.username.toUpperCase()}_` }),
    "name_taken",
    "username",
  ],
  [
    "the name of the radio",
    () => ({ username: server.settings.current.stationName.replaceAll(" ", ".") }),
    "name_taken",
    "username",
  ],
  [
    "a name like that an operator is shown with",
    () => ({ username: `vale_${mira.username}` }),
    "name_taken",
    "username",
  ],
  ["a letter no one sees", () => ({ username: "mira\u3164" }), "invalid_request", "username"],
  ["a short password", () => ({ password: "too short" }), "invalid_request", "password"],
  ["no email address", () => ({ email: "nowhere" }), "invalid_request", "email"],
])("registration with %s is refused", async (_what, wrong, code, field) => {
  await addMira();

  const body = { ...newPerson(), ...wrong() };
  const answer = await server.guest().call("POST", "/api/users/register", { body });

  const status = code === "name_taken" ? 409 : 400;
  expect(answer).toMatchObject({ status, body: { code, field } });
  expect(answer.headers.getSetCookie().join()).not.toContain(SESSION_COOKIE);
});

test("a visitor may try to create five accounts, a whole network fifty, and learns when to retry", async () => {
  await using fresh = await startTestServer();
  await fresh.settings.change(() => ({ registrationEnabled: true }));
  const guest = fresh.guest();
  const attempt = (browser: TestBrowser) =>
    browser.call("POST", "/api/users/register", { body: { ...mira, username: "web.user" } });

  for (let n = 0; n < 5; n += 1) expect((await attempt(guest)).status).toBe(409);
  const sixth = await attempt(guest);
  for (let n = 0; n < 45; n += 1) expect((await attempt(fresh.guest())).status).toBe(409);
  const ofNetwork = await attempt(fresh.guest());

  for (const answer of [sixth, ofNetwork]) {
    expect(answer).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    const retryAt = Date.parse(apiErrorSchema.parse(answer.body).retryAt ?? "");
    expect(retryAt).toBeGreaterThan(Date.now());
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
});

test("a full station accepts no more accounts from visitors, and its operators are told", async () => {
  await using fresh = await startTestServer({}, { limits: { accounts: 4 } });
  await fresh.settings.change(() => ({ registrationEnabled: true }));
  const { connection } = fresh.database;
  for (const number of [1, 2, 3])
    await insertAccount(connection, {
      id: randomUUID(),
      username: `crowd.${number}`,
      role: "listener",
      passwordHash: null,
    });
  const register = () => fresh.guest().call("POST", "/api/users/register", { body: newPerson() });
  const last = await register();
  const one = await register();
  const boss = await fresh.signIn("super_admin");
  const byOperator = await boss.call("POST", "/api/users", { body: { ...mira, role: "dj" } });
  await connection.execute(sql`delete from users where username like 'crowd.%'`);
  const afterwards = await register();
  await fresh.security.settled();

  const { rows } = await connection.execute(
    sql`select severity, description from security_events where event_type = 'registration_refused'`,
  );
  expect(last.status).toBe(200);
  expect(one).toMatchObject({
    status: 403,
    body: {
      code: "registration_off",
      error: "This station has reached its maximum number of accounts",
    },
  });
  expect(byOperator.status).toBe(200);
  expect(afterwards.status).toBe(200);
  expect(rows).toEqual([
    {
      severity: "medium",
      description: expect.stringMatching(
        /^'mira-.*' could not register: the station has 4 accounts$/,
      ),
    },
  ]);
});

test("of many simultaneous registrations of one name, one succeeds", async () => {
  const guests = Array.from({ length: 4 }, () => server.guest());

  const answers = await Promise.all(
    guests.map((guest) => guest.call("POST", "/api/users/register", { body: mira })),
  );

  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409, 409, 409,
  ]);
});

test("changing one's password gives this browser a new session, and ends all earlier ones with their sockets", async () => {
  await addMira();
  const here = await signIn();
  const elsewhere = await signIn();
  const headers = { cookie: elsewhere.cookie, origin: server.origin };
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/ws`, { headers });
  await once(socket, "message");
  const closed = once(socket, "close");

  const changed = await here.call("POST", "/api/users/password", {
    body: { currentPassword: password, password: "another password" },
  });
  const oldPassword = await server.call("POST", "/api/users/login", {
    body: { username: mira.username, password },
  });
  const newPassword = await server.call("POST", "/api/users/login", {
    body: { username: mira.username, password: "another password" },
  });

  expect(changed).toMatchObject({ status: 200, body: { changed: true } });
  expect((await closed)[0]).toBe(1008);
  const renewed = { headers: { cookie: cookieOf(changed.headers, SESSION_COOKIE) } };
  expect((await server.call("GET", "/api/session", renewed)).body).toMatchObject({
    kind: "user",
    username: mira.username,
  });
  // A copy of its old cookie is worthless now.
  expect((await session(here)).body).toMatchObject({ kind: "guest" });
  expect((await session(elsewhere)).body).toMatchObject({ kind: "guest" });
  expect([oldPassword.status, newPassword.status]).toEqual([401, 200]);
});

test("a password change needs the current one, under the same throttle as signing in", async () => {
  await addMira();
  const browser = await signIn();
  const change = (currentPassword: string) =>
    browser.call("POST", "/api/users/password", {
      body: { currentPassword, password: "another password" },
    });

  for (let n = 0; n < 3; n += 1)
    expect(await change("a wrong password")).toMatchObject({
      status: 403,
      body: { code: "not_allowed", field: "currentPassword" },
    });
  // A wait long enough for any busy machine.
  const account = await findAccount(server.database.connection, mira.username);
  const tried = { subject: accountSubject(account?.id ?? ""), address: "127.0.0.1" };
  for (let n = 0; n < 6; n += 1) await server.throttle.recordFailure(tried);
  const login = await server.call("POST", "/api/users/login", {
    body: { username: mira.username, password },
  });
  const changed = await change(password);

  for (const answer of [login, changed]) {
    expect(answer).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    // Nine failures make 64 s; without the real ones it would be 8 s.
    const { retryAt } = apiErrorSchema.parse(answer.body);
    expect(Date.parse(retryAt ?? "") - Date.now()).toBeGreaterThan(10_000);
  }
});

test("a new password that is too short is refused", async () => {
  await addMira();
  const browser = await signIn();

  const answer = await browser.call("POST", "/api/users/password", {
    body: { currentPassword: password, password: "too short" },
  });

  expect(answer).toMatchObject({ status: 400, body: { field: "password" } });
});

test("people can change their own display name, and an empty one is none", async () => {
  await addMira();
  const browser = await signIn();
  const call = (name: string) => browser.call("PUT", "/api/users/name", { body: { name } });

  const changed = await call(" Mira Vale ");
  const known = await session(browser);
  const removed = await call("");

  const { username } = mira;
  expect(changed).toMatchObject({ status: 200, body: { name: "Mira Vale" } });
  expect(known.body).toMatchObject({ username, name: "Mira Vale", ircAccount: null });
  expect(removed).toMatchObject({ status: 200, body: { name: null } });
  expect((await session(browser)).body).toMatchObject({ username, name: null });
});

test.each([
  ["the station's name", () => server.settings.current.stationName.replaceAll(" ", "_")],
  ["the bot's name", () => `${server.settings.current.botName}!`],
  ["a name of the station's parts", () => "Web User"],
  ["another's user name", () => mira.username.toUpperCase().replace("-", " ")],
  ["the name another is shown with", () => `«vale ${mira.username}»`],
])(
  "[A8] no account is shown with %s, by the owner's choice or an operator's",
  async (_what, named) => {
    await addMira();
    const listener = await server.signIn("listener");
    const boss = await server.signIn("super_admin");
    const body = { name: named() };
    const byOperator = async (method: string, target: string, given: object = {}) =>
      await boss.call(method, target, { body: { ...given, ...body } });

    const { password: _password, ...person } = newPerson();
    const answers = [
      await listener.call("PUT", "/api/users/name", { body }),
      await byOperator("POST", "/api/users", { ...person, role: "listener" }),
      await byOperator("PUT", `/api/users/${listener.account?.id}`),
    ];

    const taken = { status: 409, body: { code: "name_taken", field: "name" } };
    expect(answers).toMatchObject([taken, taken, taken]);
  },
);

test("only an operator can give a listener a name that reads like an operator's", async () => {
  const listener = await server.signIn("listener");
  const boss = await server.signIn("super_admin");
  const body = { name: "Àdmin" };

  const own = await listener.call("PUT", "/api/users/name", { body });
  const given = await boss.call("PUT", `/api/users/${listener.account?.id}`, { body });

  expect([own.status, given.status]).toEqual([409, 200]);
});

test("[A8] a display name may look like one's own user name, and an unchanged one is not checked again", async () => {
  await addMira();
  const browser = await signIn();
  const { rows } = await server.database.connection.execute<{ id: string }>(
    sql`select id from users where username = ${mira.username}`,
  );
  const older = { name: server.settings.current.stationName };
  const own = await browser.call("PUT", "/api/users/name", {
    body: { name: mira.username.toUpperCase() },
  });

  await server.database.connection.execute(
    sql`update users set name = ${older.name} where username = ${mira.username}`,
  );
  const stays = await browser.call("PUT", "/api/users/name", { body: older });
  const boss = await server.signIn("super_admin");
  const byOperator = await boss.call("PUT", `/api/users/${rows[0]?.id}`, {
    body: { ...older, role: "moderator" },
  });

  expect([own.status, stays.status, byOperator.status]).toEqual([200, 200, 200]);
});

test("people who keep changing their name have to wait", async () => {
  await addMira();
  const browser = await signIn();
  const statuses: number[] = [];
  for (let times = 0; times < 12; times += 1) {
    const body = { name: `Mira ${times}` };
    statuses.push((await browser.call("PUT", "/api/users/name", { body })).status);
  }

  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.at(-1)).toBe(429);
});

test("an account stays signed in only in the fifty browsers that used it last", async () => {
  await addMira();
  const account = await findAccount(server.database.connection, mira.username);
  const tokens: string[] = [];
  for (let times = 0; times < 51; times += 1) {
    const token = await openSession(server.database, account);
    // One second apart: two could be opened within a millisecond.
    await server.database.connection.execute(
      sql`update sessions set expires_at = expires_at - make_interval(secs => ${51 - times}) where token_hash = ${hashToken(token)}`,
    );
    tokens.push(token);
  }
  const ended: string[] = [];
  const end = server.events.subscribe((event) => {
    if (event.type === "sessions.ended") ended.push(...event.tokenHashes);
  });

  await signIn();
  end();

  expect(ended).toEqual(expect.arrayContaining(tokens.slice(0, 2).map(hashToken)));
  expect(ended).toHaveLength(2);
  const kinds = [tokens[1], tokens[2]].map(
    async (token) => (await findCaller(server.database, token)).caller.kind,
  );
  expect(await Promise.all(kinds)).toEqual(["guest", "user"]);
});

test("the access code has no name to change, and a name is one line", async () => {
  await addMira();
  const accessCode = await server.signIn("access-code");

  const refused = await accessCode.call("PUT", "/api/users/name", { body: { name: "Mira" } });
  const twoLines = await (
    await signIn()
  ).call("PUT", "/api/users/name", { body: { name: "a\nb" } });

  expect(refused).toMatchObject({ status: 403, body: { code: "not_allowed" } });
  expect(twoLines).toMatchObject({ status: 400, body: { field: "name" } });
});

test("guests and the access code have no password of their own", async () => {
  const body = { currentPassword: password, password: "another password" };
  const guest = await server.guest().call("POST", "/api/users/password", { body });
  const accessCode = await server.signIn("access-code");
  const refused = await accessCode.call("POST", "/api/users/password", { body });

  expect(guest).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
  expect(refused).toMatchObject({ status: 403, body: { code: "not_allowed" } });
});

test("the first-start credentials follow a new user name and go with a new password", async () => {
  await addMira();
  const file = path.join(server.dataDir, "first-run.txt");
  await writeFile(file, `Administrator: ${mira.username}\nPassword:      x\n`);
  const boss = await server.signIn("super_admin");
  const accounts = z.array(accountSchema).parse((await boss.call("GET", "/api/users")).body);
  const account = accounts.find(({ username }) => username === mira.username);
  const browser = await signIn();
  const { username } = newPerson();

  await boss.call("PUT", `/api/users/${account?.id}`, { body: { username } });
  const renamed = await readFile(file, "utf8");
  await browser.call("POST", "/api/users/password", {
    body: { currentPassword: password, password: "another password" },
  });

  expect(renamed).toBe(`Administrator: ${username}\nPassword:      x\n`);
  await expect(readFile(file)).rejects.toThrow("ENOENT");
});
