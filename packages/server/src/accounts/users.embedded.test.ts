import { accountSchema, roles, usersCalls, type Account, type Role } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { WebSocket } from "ws";
import {
  cookieOf,
  startTestServer,
  type SignedInBrowser,
  type TestBrowser,
  type TestServer,
} from "../api/test-server.ts";
import { SESSION_COOKIE } from "../http-kit/cookies.ts";
import { INVITATION_MS } from "./invitation-actions.ts";
import { hashPassword } from "./secrets.ts";

const unknownId = "11111111-1111-4111-8111-111111111111";
const password = "a long password";
const managers = ["admin", "access-code", "super_admin"] as const;

let server: TestServer;
const browsers = new Map<string, SignedInBrowser>();
beforeAll(async () => {
  server = await startTestServer();
  for (const role of [...roles, "access-code"] as const)
    browsers.set(role, await server.signIn(role));
  await givePassword(server, as("super_admin"));
});
afterAll(() => server[Symbol.asyncDispose]());

function as(role: Role | "access-code"): SignedInBrowser {
  const browser = browsers.get(role);
  if (browser === undefined) throw new Error(`no one is signed in as ${role}`);
  return browser;
}

function newNames(): { readonly username: string; readonly email: string } {
  const username = `user-${randomUUID()}`.slice(0, 30);
  return { username, email: `${username}@radio.example` };
}

async function makeAccount(body: object = {}): Promise<Account> {
  const answer = await as("super_admin").call("POST", "/api/users", {
    body: { ...newNames(), role: "listener", ...body },
  });
  return accountSchema.parse(answer.body);
}

/**
 * Accounts of signIn have no password, and so don't count as super admins. Setting one by a call would end their
 * session.
 */
async function givePassword(on: TestServer, { account }: SignedInBrowser): Promise<void> {
  const hash = await hashPassword(password);
  await on.database.connection.execute(
    sql`update users set password_hash = ${hash} where id = ${account?.id}`,
  );
}

async function canSignIn(username: string, withPassword: string): Promise<boolean> {
  const body = { username, password: withPassword };
  return (await server.call("POST", "/api/users/login", { body })).status === 200;
}

async function kindOf(browser: TestBrowser): Promise<unknown> {
  return (await browser.call("GET", "/api/session")).body;
}

test.each([
  ["GET", "/api/users"],
  ["POST", "/api/users"],
  ["PUT", `/api/users/${unknownId}`],
  ["DELETE", `/api/users/${unknownId}`],
  ["DELETE", `/api/users/${unknownId}/invitation`],
])("%s %s needs the right to manage accounts", async (method, path) => {
  const options = method === "GET" || method === "DELETE" ? {} : { body: newNames() };
  const guest = await server.guest().call(method, path, options);
  expect(guest).toMatchObject({ status: 401, body: { error: "Sign in to do this" } });
  for (const role of ["listener", "moderator", "dj"] as const)
    expect(await as(role).call(method, path, options)).toMatchObject({
      status: 403,
      body: { error: "Your role may not do this" },
    });
});

test("accounts are listed by user name, without their passwords", async () => {
  const one = await makeAccount({ username: `B-${randomUUID()}`.slice(0, 20), password });
  const other = await makeAccount({ username: `a-${randomUUID()}`.slice(0, 20) });
  for (const role of managers) {
    const { status, body } = await as(role).call("GET", "/api/users");
    const listed = z.array(accountSchema).parse(body);
    expect(status).toBe(200);
    expect(listed.find(({ id }) => id === one.id)).toEqual(one);
    const ids = listed.map(({ id }) => id);
    expect(ids.indexOf(other.id)).toBeLessThan(ids.indexOf(one.id));
    expect(JSON.stringify(body)).not.toContain("argon2");
  }
});

test("accounts are paged after the last one of the previous page, and found by parts of their names", async () => {
  await using own = await startTestServer();
  const boss = await own.signIn("super_admin");
  const name = (number: number) => `Page_user-${String(number).padStart(2, "0")}`;
  for (let number = 5; number >= 1; number -= 1)
    await own.database.connection.execute(sql`
      insert into users (id, username, name, email, role)
      values (gen_random_uuid(), ${name(number)}, ${`Nr 100%-${number}`}, ${`p${number}@pages.example`}, 'listener')`);
  const load = async (query: string) => {
    const { status, body, headers } = await boss.call("GET", `/api/users${query}`);
    expect(status).toBe(200);
    return { accounts: z.array(accountSchema).parse(body), headers };
  };

  const seen: string[] = [];
  let next = "?limit=2&q=page_USER";
  for (let pages = 0; next !== "" && pages < 9; pages += 1) {
    const { accounts, headers } = await load(next);
    expect([accounts.length <= 2, headers.get("x-total-count")]).toEqual([true, "5"]);
    seen.push(...accounts.map(({ username }) => username));
    next = /<\/api\/users(.+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? "";
  }
  const found = async (q: string) =>
    (await load(`?q=${encodeURIComponent(q)}`)).accounts.map(({ username }) => username);

  expect(seen).toEqual([1, 2, 3, 4, 5].map(name));
  expect(await found("100%-3")).toEqual([name(3)]);
  expect(await found("P4@PAGES")).toEqual([name(4)]);
  expect(await found("page%user")).toEqual([]);
  expect((await load(`?after=${unknownId}`)).accounts).toEqual([]);
});

test("an account made by the add-user form can't sign in without a password", async () => {
  const names = newNames();

  const made = await as("super_admin").call("POST", "/api/users", { body: names });

  expect(made).toMatchObject({
    status: 200,
    body: {
      ...names,
      name: null,
      role: "admin",
      isActive: true,
      canSignIn: false,
      lastLogin: null,
    },
  });
  expect(await canSignIn(names.username, "anything at all")).toBe(false);
});

test("an account made with a name and a password can sign in at once, and the list shows it", async () => {
  const names = newNames();
  const body = { ...names, name: " Mira Vale ", role: "moderator", password };

  const made = accountSchema.parse((await as("admin").call("POST", "/api/users", { body })).body);
  const isIn = await canSignIn(names.email, password);

  const listed = z
    .array(accountSchema)
    .parse((await as("admin").call("GET", "/api/users")).body)
    .find(({ id }) => id === made.id);
  expect(made).toMatchObject({ name: "Mira Vale", role: "moderator", canSignIn: true });
  expect(isIn).toBe(true);
  expect(Date.parse(listed?.lastLogin ?? "")).toBeGreaterThan(Date.parse(made.createdAt));
});

test("user names and emails clash in any case, and the refusal names the field", async () => {
  const { username, email, id } = await makeAccount({
    username: `Ärger-${randomUUID()}`.slice(0, 25),
  });
  const other = await makeAccount();
  const refused = (field: string) => ({ status: 409, body: { code: "name_taken", field } });
  const attempts = [
    [{ username: username.toUpperCase() }, "username"],
    [{ username: username.normalize("NFD") }, "username"],
    [{ email: email?.toUpperCase() }, "email"],
  ] as const;
  for (const [names, field] of attempts) {
    const made = await as("admin").call("POST", "/api/users", {
      body: { ...newNames(), role: "dj", ...names },
    });
    const changed = await as("admin").call("PUT", `/api/users/${other.id}`, { body: names });
    expect(made).toMatchObject(refused(field));
    expect(changed).toMatchObject(refused(field));
  }
  const own = { username: username.toLowerCase(), email };
  expect((await as("admin").call("PUT", `/api/users/${id}`, { body: own })).status).toBe(200);
});

test("a user name can't be someone's email, nor an email someone's user name", async () => {
  const email = newNames().email;
  await server.database.connection.execute(
    sql`insert into users (id, username, role) values (${randomUUID()}, ${email}, 'dj')`,
  );

  const made = await as("admin").call("POST", "/api/users", {
    body: { ...newNames(), role: "dj", email: email.toUpperCase() },
  });

  expect(made).toMatchObject({ status: 409, body: { code: "name_taken", field: "email" } });
});

test.each([
  [{ username: "Web_User" }, 409, "username"],
  [{ username: "stream-bot" }, 409, "username"],
  [{ username: "x" }, 400, "username"],
  [{ username: "with space" }, 400, "username"],
  [{ username: "mira@radio.example" }, 400, "username"],
  [{ username: "x".repeat(41) }, 400, "username"],
  [{ email: "nowhere" }, 400, "email"],
  [{ email: `${"x".repeat(190)}@radio.example` }, 400, "email"],
  [{ name: "x".repeat(101) }, 400, "name"],
  [{ role: "emperor" }, 400, "role"],
  [{ password: "too short" }, 400, "password"],
])("an account can't be made or changed with %j", async (wrong, status, field) => {
  const { id } = await makeAccount();

  const made = await as("super_admin").call("POST", "/api/users", {
    body: { ...newNames(), ...wrong },
  });
  const changed = await as("super_admin").call("PUT", `/api/users/${id}`, { body: wrong });

  expect(made).toMatchObject({ status, body: { field } });
  expect(changed).toMatchObject({ status, body: { field } });
});

test("user name and email are needed to make an account", async () => {
  const { username, email } = newNames();

  for (const [body, field] of [
    [{ email }, "username"],
    [{ username }, "email"],
  ] as const)
    expect(await as("admin").call("POST", "/api/users", { body })).toMatchObject({
      status: 400,
      body: { field },
    });
});

test("a caller can't create, change or remove accounts above their own", async () => {
  const above: Readonly<Record<(typeof managers)[number], readonly Role[]>> = {
    admin: ["super_admin"],
    "access-code": ["admin", "super_admin"],
    super_admin: [],
  };
  for (const role of managers)
    for (const target of roles) {
      const isAbove = above[role].includes(target);
      const { id, username } = await makeAccount({ role: target });
      const { id: listenerId } = await makeAccount();
      const { call } = as(role);

      const answers = [
        await call("POST", "/api/users", { body: { ...newNames(), role: target } }),
        await call("PUT", `/api/users/${listenerId}`, { body: { role: target } }),
        await call("PUT", `/api/users/${id}`, { body: { password } }),
        await call("PUT", `/api/users/${id}`, { body: { isActive: false } }),
        await call("PUT", `/api/users/${id}`, { body: { role: "listener" } }),
      ];
      const removed = isAbove ? await call("DELETE", `/api/users/${id}`) : null;

      for (const answer of removed === null ? answers : [...answers, removed])
        expect(answer, `${role} and ${target}`).toMatchObject(
          isAbove ? { status: 403, body: { code: "not_allowed" } } : { status: 200 },
        );
      const left = await as("super_admin").call("GET", "/api/users");
      if (isAbove)
        expect(left.body).toContainEqual(
          expect.objectContaining({ username, role: target, isActive: true, canSignIn: false }),
        );
    }
});

test("an account that does not exist can be neither changed nor removed", async () => {
  for (const [method, options] of [
    ["PUT", { body: {} }],
    ["DELETE", {}],
  ] as const)
    expect(await as("admin").call(method, `/api/users/${unknownId}`, options)).toMatchObject({
      status: 404,
      body: { code: "not_found", field: "id" },
    });
});

test("an IRC account, in any case, links to one account at most until it is unlinked", async () => {
  const ircAccount = `Mira|${randomUUID().slice(0, 8)}`;
  const [first, second] = [await makeAccount(), await makeAccount()];
  const link = (id: string, name: string) =>
    as("admin").call("PUT", `/api/users/${id}`, { body: { ircAccount: name } });

  const linked = await link(first.id, ircAccount);
  const again = await link(first.id, ircAccount.toLowerCase());
  const taken = await link(second.id, ircAccount.toUpperCase());
  const unlinked = await link(first.id, "");
  const free = await link(second.id, ircAccount);

  expect(first.ircAccount).toBeNull();
  expect(linked).toMatchObject({ status: 200, body: { ircAccount } });
  expect(again).toMatchObject({ status: 200, body: { ircAccount: ircAccount.toLowerCase() } });
  expect(taken).toMatchObject({ status: 409, body: { code: "name_taken", field: "ircAccount" } });
  expect(unlinked).toMatchObject({ status: 200, body: { ircAccount: null } });
  expect(free).toMatchObject({ status: 200, body: { ircAccount } });
  expect(await link(first.id, "two words")).toMatchObject({
    status: 400,
    body: { field: "ircAccount" },
  });
});

test("a change keeps other fields and the account's sessions", async () => {
  const dj = await server.signIn("dj");
  const path = `/api/users/${dj.account?.id}`;

  const changed = await as("admin").call("PUT", path, { body: { ...newNames(), name: "Mira" } });
  const same = await as("admin").call("PUT", path, {
    body: { role: "dj", isActive: true, name: "" },
  });

  expect(changed.body).toMatchObject({ name: "Mira", role: "dj", isActive: true });
  expect(same.body).toMatchObject({ ...accountSchema.parse(changed.body), name: null });
  expect(await kindOf(dj)).toMatchObject({ kind: "user", role: "dj" });
});

test.each([
  ["another role", { role: "moderator" }],
  ["a password set for it", { password }],
  ["disabling", { isActive: false }],
  ["removal", null],
])("%s ends the account's sessions and closes their sockets, and no others", async (_how, body) => {
  const dj = await server.signIn("dj");
  const bystander = await server.signIn("dj");
  const [socket, otherSocket] = await Promise.all([openSocket(dj), openSocket(bystander)]);
  const closed = once(socket, "close");

  const path = `/api/users/${dj.account?.id}`;
  const done =
    body === null
      ? await as("admin").call("DELETE", path)
      : await as("admin").call("PUT", path, { body });

  expect(done.status).toBe(200);
  expect((await closed)[0]).toBe(1008);
  expect(await kindOf(dj)).toMatchObject({ kind: "guest" });
  expect(await kindOf(bystander)).toMatchObject({ kind: "user" });
  expect(otherSocket.readyState).toBe(WebSocket.OPEN);
  otherSocket.terminate();
});

test("people who set their own password in the list of accounts stay signed in only here", async () => {
  const admin = await server.signIn("admin");
  const path = `/api/users/${admin.account?.id}`;
  const username = admin.account?.username ?? "";
  const first = await admin.call("PUT", path, { body: { password } });
  const elsewhere = server.guest();
  const login = await elsewhere.call("POST", "/api/users/login", { body: { username, password } });
  const cookie = login.headers.getSetCookie().join("; ");

  const renewed = first.headers.getSetCookie().join("; ");
  const { headers } = await server.call("PUT", path, {
    body: { password: "another password" },
    headers: { cookie: renewed },
  });

  const kinds = [];
  for (const each of [cookie, admin.cookie, renewed, headers.getSetCookie().join("; ")])
    kinds.push((await server.call("GET", "/api/session", { headers: { cookie: each } })).body);
  expect(login.status).toBe(200);
  expect(kinds).toMatchObject([
    { kind: "guest" },
    { kind: "guest" },
    { kind: "guest" },
    { kind: "user", username },
  ]);
});

test("a disabled account can't sign in, and can again once it is enabled", async () => {
  const { id, username } = await makeAccount({ password });
  const path = `/api/users/${id}`;

  await as("admin").call("PUT", path, { body: { isActive: false } });
  expect(await canSignIn(username, password)).toBe(false);
  await as("admin").call("PUT", path, { body: { isActive: true } });
  expect(await canSignIn(username, password)).toBe(true);
});

test("a removed account is gone, and its name is free", async () => {
  const { id, username, email } = await makeAccount();

  const removed = await as("admin").call("DELETE", `/api/users/${id}`);
  const again = await as("admin").call("DELETE", `/api/users/${id}`);

  expect(removed).toMatchObject({ status: 200, body: { deleted: true } });
  expect(again.status).toBe(404);
  expect((await makeAccount({ username, email })).username).toBe(username);
});

test.each([
  ["demoted", { role: "admin" }],
  ["disabled", { isActive: false }],
  ["removed", null],
])("the last super admin who can sign in can't be %s", async (_how, body) => {
  await using fresh = await startTestServer();
  const last = await fresh.signIn("super_admin");
  await givePassword(fresh, last);
  const names = { role: "super_admin", ...newNames() };
  // Neither counts: one has no password, the other is disabled.
  await last.call("POST", "/api/users", { body: names });
  const other = await last.call("POST", "/api/users", {
    body: { ...names, ...newNames(), password },
  });
  const otherPath = `/api/users/${accountSchema.parse(other.body).id}`;
  await last.call("PUT", otherPath, { body: { isActive: false } });
  const path = `/api/users/${last.account?.id}`;
  const attempt = () =>
    body === null ? last.call("DELETE", path) : last.call("PUT", path, { body });

  expect(await attempt()).toMatchObject({ status: 409, body: { code: "last_super_admin" } });
  expect(await kindOf(last)).toMatchObject({ role: "super_admin" });

  await last.call("PUT", otherPath, { body: { isActive: true } });
  expect((await attempt()).status).toBe(200);
});

test("changes to accounts are security events and in the system log, with who made them and from where", async () => {
  await using fresh = await startTestServer();
  const boss = await fresh.signIn("super_admin");
  const admin = await fresh.signIn("admin");
  const by = boss.account?.username ?? "";
  const made = await boss.call("POST", "/api/users", {
    body: { username: "mira", email: "mira@radio.example", role: "dj" },
  });
  const path = `/api/users/${accountSchema.parse(made.body).id}`;
  await boss.call("PUT", path, { body: { role: "moderator" } });
  await boss.call("PUT", path, { body: { password } });
  await boss.call("PUT", path, { body: { isActive: false } });
  await boss.call("PUT", path, { body: { isActive: true } });
  await boss.call("DELETE", path);
  await admin.call("DELETE", `/api/users/${boss.account?.id}`);
  await admin.call("PUT", `/api/users/${admin.account?.id}`, { body: { role: "super_admin" } });
  await fresh.security.settled();
  await fresh.systemLog.settled();

  const { connection } = fresh.database;
  const events = await connection.execute(
    sql`select severity, event_type, description, ip_address from security_events order by timestamp`,
  );
  const logs = await connection.execute<{ readonly message: string }>(
    sql`select message, details from system_logs where category = 'operator'`,
  );
  const event = (severity: string, eventType: string, description: string) => ({
    severity,
    event_type: eventType,
    description,
    ip_address: "127.0.0.1",
  });
  const low = admin.account?.username ?? "";
  expect(events.rows).toEqual([
    event("medium", "account_created", `${by} created the account 'mira' with the role dj`),
    event("high", "role_changed", `${by} changed the role of 'mira' from dj to moderator`),
    event("high", "password_set", `${by} set a password for 'mira'`),
    event("medium", "account_disabled", `${by} disabled the account 'mira'`),
    event("medium", "account_enabled", `${by} enabled the account 'mira'`),
    event("medium", "account_removed", `${by} removed the account 'mira' with the role moderator`),
    event("high", "account_change_refused", `${low} was not allowed to remove the account '${by}'`),
    event(
      "high",
      "account_change_refused",
      `${low} was not allowed to change the account '${low}' to the role super_admin`,
    ),
  ]);
  expect(logs.rows.map(({ message }) => message)).toEqual([
    `${by} created the account 'mira' with the role dj`,
    ...Array.from({ length: 4 }, () => `${by} changed the account 'mira'`),
    `${by} removed the account 'mira' with the role moderator`,
  ]);
  expect(JSON.stringify(logs.rows)).not.toContain("argon2");
  expect(JSON.stringify(logs.rows)).not.toContain(password);
});

/** An accepted socket. */
async function openSocket({ cookie }: TestBrowser): Promise<WebSocket> {
  const headers = { cookie, origin: server.origin };
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/ws`, { headers });
  await once(socket, "message");
  return socket;
}

/** The token of a new invitation, made as a super admin. */
async function invite(id: string): Promise<string> {
  const made = await as("super_admin").call("POST", `/api/users/${id}/invitation`);
  const { path } = usersCalls.inviteUser.response.parse(made.body);
  expect(path).toMatch(/^\/invitation#[\w-]{43}$/);
  return path.split("#")[1] ?? "";
}

async function accept(token: string, chosen = password) {
  const body = { token, password: chosen };
  return await server.guest().call("POST", "/api/users/accept-invitation", { body });
}

test("an invitation sets a password once, signs in, and the list shows until when it works", async () => {
  const { id, username } = await makeAccount({ role: "dj" });
  const token = await invite(id);
  const listed = await as("admin").call("GET", `/api/users?q=${username}`);
  const [{ invitedUntil } = { invitedUntil: null }] = z.array(accountSchema).parse(listed.body);

  const accepted = await accept(token);
  const again = await accept(token, "another long password");

  expect(Date.parse(invitedUntil ?? "") - Date.now()).toBeGreaterThan(INVITATION_MS - 60_000);
  expect(accepted).toMatchObject({ status: 200, body: { username, role: "dj" } });
  const cookie = cookieOf(accepted.headers, SESSION_COOKIE);
  const session = await server.call("GET", "/api/session", { headers: { cookie } });
  expect(session.body).toMatchObject({ kind: "user", username });
  expect(again).toMatchObject({ status: 404, body: { field: "token" } });
  expect(await canSignIn(username, password)).toBe(true);
  expect(JSON.stringify(listed.body)).not.toContain(token);
});

test.each([
  ["another invitation", (id: string) => invite(id)],
  ["withdrawal", (id: string) => as("admin").call("DELETE", `/api/users/${id}/invitation`)],
  ["another role", (id: string) => change(id, { role: "moderator" })],
  ["a new password", (id: string) => change(id, { password: "another long password" })],
  ["disabling", (id: string) => change(id, { isActive: false })],
  [
    "seven days",
    (id: string) =>
      server.database.connection.execute(
        sql`update users set invitation_expires_at = now() where id = ${id}`,
      ),
  ],
])("an invitation ends with %s", async (_what, end) => {
  const { id } = await makeAccount({ role: "dj" });
  const token = await invite(id);
  await end(id);

  expect((await accept(token)).status).toBe(404);
});

test("another name leaves an invitation open, and two who accept it at once set one password", async () => {
  const { id } = await makeAccount();
  const token = await invite(id);
  await change(id, { role: "listener", name: "Ada Vale" });

  const both = await Promise.all([accept(token, "a first password"), accept(token)]);

  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(both.filter(({ status }) => status === 404)).toHaveLength(1);
});

test("nobody invites to an account above their own, nor to an inactive one", async () => {
  const boss = await makeAccount({ role: "super_admin" });
  const colleague = await makeAccount({ role: "admin" });
  const gone = await makeAccount({ role: "dj" });
  await change(gone.id, { isActive: false });
  const tryTo = async (role: Role | "access-code", { id }: Account) =>
    (await as(role).call("POST", `/api/users/${id}/invitation`)).status;

  expect(await tryTo("admin", boss)).toBe(403);
  expect(await tryTo("access-code", colleague)).toBe(403);
  expect(await tryTo("super_admin", gone)).toBe(403);
  expect(await tryTo("super_admin", boss)).toBe(200);
  expect((await as("super_admin").call("POST", `/api/users/${unknownId}/invitation`)).status).toBe(
    404,
  );
});

async function change(id: string, body: object): Promise<void> {
  const { status } = await as("super_admin").call("PUT", `/api/users/${id}`, { body });
  expect(status).toBe(200);
}
