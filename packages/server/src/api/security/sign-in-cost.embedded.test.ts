import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { apiErrorSchema } from "@neonrelay/contract";
import { findAccount, insertAccount } from "../../accounts/account-store.ts";
import { hashPassword } from "../../accounts/secrets.ts";
import { accountSubject } from "../../accounts/sign-in-actions.ts";
import { signInOnIrc } from "../../irc/embedded-access.ts";
import { unknownSubject } from "../../limits/login-throttle.ts";
import { createPasswordSlots } from "../../accounts/secret-check.ts";
import { saveAccessCodeHash } from "../../settings/settings-store.ts";
import { startTestServer, type TestServer } from "../test-server.ts";

const CHANNEL = "neonrelay.secret-hash";
const password = "the right password";
const LOGIN = "/api/users/login";
const WRONG = "a wrong password";

let server: TestServer;
let passwordHash = "";
let hashes = 0;
const count = (): void => void (hashes += 1);
beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await hashPassword(password);
  await saveAccessCodeHash(server.database.connection, await hashPassword("open-sesame"));
  await server.settings.change(() => ({ registrationEnabled: true }));
  subscribe(CHANNEL, count);
});
afterAll(async () => {
  unsubscribe(CHANNEL, count);
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await server.throttle.forgiveAll();
  hashes = 0;
});

/** Name and email of an existing account. */
async function account(
  change: { readonly isActive?: boolean; readonly hash?: string | null } = {},
) {
  const id = randomUUID();
  const username = `user-${id.slice(0, 13)}`;
  const email = `${username}@radio.example`;
  const { isActive = true, hash = passwordHash } = change;
  await insertAccount(server.database.connection, {
    id,
    username,
    email,
    role: "dj",
    passwordHash: hash,
  });
  if (!isActive)
    await server.database.connection.execute(
      sql`update users set is_active = false where id = ${id}`,
    );
  return { username, email };
}

const unknown = () => Promise.resolve(`nobody-${randomUUID().slice(0, 8)}`);
const names: readonly (readonly [string, () => Promise<string>])[] = [
  ["a user name that there is", async () => (await account()).username],
  ["an email that there is", async () => (await account()).email],
  ["a disabled account", async () => (await account({ isActive: false })).username],
  ["an account without a password", async () => (await account({ hash: null })).username],
  ["a name that there is not", unknown],
  ["an email that there is not", async () => `${await unknown()}@radio.example`],
  ["a name that no account can have", () => Promise.resolve("' or 1=1 --")],
];

/** Everything in an answer that could help a guesser. */
async function answerTo(username: string, tried: string) {
  const { status, body, headers } = await server.call("POST", LOGIN, {
    body: { username, password: tried },
  });
  return { status, body, names: [...headers.keys()].toSorted() };
}

/**
 * Makes the wait for earlier failures longer than any busy machine takes: a failure is recorded before its hash is
 * computed.
 */
async function failMore(subject: string): Promise<void> {
  for (let n = 0; n < 6; n += 1)
    await server.throttle.recordFailure({ subject, address: "127.0.0.1" });
}

/** The wait that an answer asks for, in ms. */
function waitMsIn(body: unknown): number {
  return Date.parse(apiErrorSchema.parse(body).retryAt ?? "") - Date.now();
}

test("a wrong password costs one hash and gets the same answer, whatever the name", async () => {
  const tries: unknown[] = [];

  for (const [, name] of names) {
    const username = await name();
    hashes = 0;
    const answer = await answerTo(username, WRONG);
    tries.push({ hashes, ...answer });
  }

  expect(tries[0]).toMatchObject({ hashes: 1, status: 401 });
  expect(tries).toEqual(names.map(() => tries[0]));
});

test("the right password costs no more than a wrong one", async () => {
  const { username } = await account();
  hashes = 0;

  const { status } = await answerTo(username, password);

  expect([status, hashes]).toEqual([200, 1]);
});

test.each(names)(
  "after three failures %s must wait, and no hash is computed",
  async (_what, name) => {
    const username = await name();
    for (let n = 0; n < 3; n += 1) await answerTo(username, WRONG);
    const found = await findAccount(server.database.connection, username);
    await failMore(found === null ? unknownSubject(username) : accountSubject(found.id));
    hashes = 0;

    const { status, body } = await answerTo(username, password);

    expect({ status, body, hashes }).toEqual({
      status: 429,
      body: {
        error: "Too many attempts; wait a moment and try again",
        code: "too_many_requests",
        retryAt: expect.any(String),
      },
      hashes: 0,
    });
    // Nine failures make 64 s; without the real ones it would be 8 s.
    expect(waitMsIn(body)).toBeGreaterThan(10_000);
  },
);

test("a network that tries many names must wait for all of them, even the right one", async () => {
  const { username } = await account();
  for (let n = 0; n < 30; n += 1) await answerTo(await unknown(), WRONG);
  // For another account: they count only for the network, and alone would cost no wait.
  await failMore("another account");
  hashes = 0;

  const { status } = await answerTo(username, password);

  expect([status, hashes]).toEqual([429, 0]);
});

test("a wrong access code costs one hash, like the right one", async () => {
  const enter = (code: string) => server.call("POST", "/api/auth/access-code", { body: { code } });

  const statuses = [(await enter("wrong")).status, (await enter("open-sesame")).status];

  expect([statuses, hashes]).toEqual([[401, 200], 2]);
});

test.each(names)(
  "on IRC a wrong password for %s costs one hash and is refused alike",
  async (_what, name) => {
    const parts = {
      database: server.database,
      throttle: server.throttle,
      slots: createPasswordSlots(),
      security: server.security,
    };
    const username = await name();
    hashes = 0;

    const outcome = await signInOnIrc(parts, {
      account: username,
      password: WRONG,
      address: "127.0.0.1",
    });

    expect([outcome, hashes]).toEqual([{ kind: "refused" }, 1]);
  },
);

test("registering a taken name costs as much as a free one", async () => {
  const { username, email } = await account();
  const costs: unknown[] = [];

  for (const body of [
    { username, email: "free@radio.example", password },
    { username: "free-name", email, password },
    { username: "free-name", email: "free@radio.example", password },
  ]) {
    hashes = 0;
    const { status } = await server.guest().call("POST", "/api/users/register", { body });
    costs.push([status, hashes]);
  }

  expect(costs).toEqual([
    [409, 1],
    [409, 1],
    [200, 1],
  ]);
});

test("a password of a thousand characters is checked, and a longer one is not", async () => {
  const { username } = await account();
  hashes = 0;

  const long = await answerTo(username, "x".repeat(1000));
  const longer = await answerTo(username, "x".repeat(1001));

  expect([long.status, longer.status, hashes]).toEqual([401, 400, 1]);
});
