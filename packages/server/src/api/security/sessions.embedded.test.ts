import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertAccount } from "../../accounts/account-store.ts";
import { hashPassword, hashToken } from "../../accounts/secrets.ts";
import { SESSION_COOKIE } from "../../http-kit/cookies.ts";
import { saveAccessCodeHash } from "../../settings/settings-store.ts";
import { cookieOf, startTestServer, type TestServer } from "../test-server.ts";

const password = "the right password";
const code = "open-sesame";

let server: TestServer;
let passwordHash = "";
beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await hashPassword(password);
  await saveAccessCodeHash(server.database.connection, await hashPassword(code));
  await server.settings.change(() => ({ registrationEnabled: true }));
});
afterAll(() => server[Symbol.asyncDispose]());

async function addAccount(to: TestServer = server): Promise<string> {
  const username = `user-${randomUUID().slice(0, 8)}`;
  const account = { id: randomUUID(), username, role: "dj", passwordHash } as const;
  await insertAccount(to.database.connection, account);
  return username;
}

const kindOf = async (cookie: string, of: TestServer = server): Promise<unknown> => {
  const { body } = await of.call("GET", "/api/session", { headers: { cookie } });
  return Object(body).kind;
};

const waysIn: readonly (readonly [string, () => Promise<readonly [string, object]>])[] = [
  [
    "signs in",
    async () => ["/api/users/login", { username: await addAccount(), password }] as const,
  ],
  ["enters the access code", async () => ["/api/auth/access-code", { code }] as const],
  [
    "registers",
    async () => {
      const username = `new-${randomUUID().slice(0, 8)}`;
      const body = { username, email: `${username}@radio.example`, password };
      return ["/api/users/register", body] as const;
    },
  ],
];

test.each(waysIn)(
  "whoever %s gets a new session, never one planted in the browser",
  async (_what, way) => {
    const planted = `${SESSION_COOKIE}=planted-by-someone-else`;
    const [path, body] = await way();

    const answer = await server.call("POST", path, { body, headers: { cookie: planted } });

    const given = cookieOf(answer.headers, SESSION_COOKIE);
    expect(given).toMatch(new RegExp(`^${SESSION_COOKIE}=[\\w-]{43}$`));
    expect(given).not.toBe(planted);
    expect([await kindOf(planted), await kindOf(given)]).toEqual([
      "guest",
      path.includes("access-code") ? "access-code" : "user",
    ]);
  },
);

test("each sign-in makes a separate session, and signing out ends only that one", async () => {
  const body = { username: await addAccount(), password };
  const first = cookieOf(
    (await server.call("POST", "/api/users/login", { body })).headers,
    SESSION_COOKIE,
  );
  const second = cookieOf(
    (await server.call("POST", "/api/users/login", { body })).headers,
    SESSION_COOKIE,
  );

  const out = await server.call("POST", "/api/users/logout", { headers: { cookie: first } });

  expect(first).not.toBe(second);
  expect([await kindOf(first), await kindOf(second)]).toEqual(["guest", "user"]);
  const [cleared = ""] = out.headers.getSetCookie().filter((one) => one.startsWith(SESSION_COOKIE));
  expect(cleared).toMatch(/^neonrelay_session=; .*Path=\/; Expires=Thu, 01 Jan 1970/);
});

test("a session is read only from its cookie", async () => {
  const { cookie } = await server.signIn("admin");
  const token = cookie.split(`${SESSION_COOKIE}=`)[1] ?? "";
  expect(await kindOf(`${SESSION_COOKIE}=${token}`)).toBe("user");

  const ways = [
    { path: `/api/session?${SESSION_COOKIE}=${token}`, headers: {} },
    { path: "/api/session", headers: { authorization: `Bearer ${token}` } },
    { path: "/api/session", headers: { [SESSION_COOKIE]: token } },
    { path: "/api/session", headers: { cookie: `${SESSION_COOKIE.toUpperCase()}=${token}` } },
    { path: "/api/session", headers: { cookie: `${SESSION_COOKIE}=${hashToken(token)}` } },
    { path: "/api/session", headers: { cookie: `${SESSION_COOKIE}=${token}x` } },
    { path: "/api/session", headers: { cookie: `${SESSION_COOKIE}=${token.toLowerCase()}` } },
  ];
  for (const { path, headers } of ways)
    expect((await server.call("GET", path, { headers })).body).toMatchObject({ kind: "guest" });
});

test.each([
  ["nothing", ""],
  ["far too much", "x".repeat(8000)],
  ["control characters", "a%00b%0d%0aSet-Cookie:%20x=1"],
  ["what is no encoding", "%E0%A4%A"],
  ["a list", "j:[1,2]"],
  ["SQL", "' or '1'='1"],
])("a session cookie with %s means a guest, not an error", async (_what, value) => {
  const answer = await server.call("GET", "/api/session", {
    headers: { cookie: `${SESSION_COOKIE}=${value}` },
  });

  expect(answer).toMatchObject({ status: 200, body: { kind: "guest" } });
});

test("another station's cookie opens nothing here and is left alone", async () => {
  await using other = await startTestServer();
  const { cookie } = await other.signIn("super_admin");

  const answer = await server.call("GET", "/api/session", { headers: { cookie } });

  expect(await kindOf(cookie, other)).toBe("user");
  expect(answer.body).toMatchObject({ kind: "guest" });
  // Both may share a host, where a browser has one cookie of that name.
  expect(cookieOf(answer.headers, SESSION_COOKIE)).toBe("");
});

test("a session that has expired is over", async () => {
  const { cookie } = await server.signIn("super_admin");
  const token = cookie.split(`${SESSION_COOKIE}=`)[1] ?? "";

  await server.database.connection.execute(
    sql`update sessions set expires_at = now() - interval '1 second' where token_hash = ${hashToken(token)}`,
  );

  expect(await kindOf(cookie)).toBe("guest");
});

test("the session cookie is out of reach of scripts, other sites and sibling hosts, and with https uses nothing else", async () => {
  await using secure = await startTestServer({ publicUrl: "https://radio.example/" });
  const setBy = async (one: TestServer): Promise<string> => {
    const body = { username: await addAccount(one), password };
    const { headers } = await one.call("POST", "/api/users/login", { body });
    return headers.getSetCookie().find((each) => each.startsWith(SESSION_COOKIE)) ?? "";
  };

  const cookies = [await setBy(server), await setBy(secure)];

  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/; HttpOnly;(?: Secure;)? SameSite=Lax/);
    expect(cookie).not.toMatch(/domain/i);
  }
  expect(cookies.map((cookie) => cookie.includes("; Secure"))).toEqual([false, true]);
});
