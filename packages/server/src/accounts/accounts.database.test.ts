import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestLimits } from "../http-kit/request-limits.ts";
import { findAccountById, insertAccount, listAccountsNamed } from "./account-store.ts";
import { testEngines, type TestDatabase } from "../database/test-database.ts";
import { SystemLog } from "../logs/system-log.ts";
import { Settings } from "../settings/settings.ts";
import { createStationEvents } from "../events/station-events.ts";
import { changeAccount, createAccount, removeAccount } from "./account-actions.ts";
import type { AccountParts, Asker } from "./account-parts.ts";
import { createCheckSlots } from "../limits/check-slots.ts";
import { createLoginThrottle } from "../limits/login-throttle.ts";
import { hashPassword } from "./secrets.ts";
import { findCaller, toCaller } from "./session-actions.ts";
import { signIn } from "./sign-in-actions.ts";
import { createVisitorLimit } from "../limits/rate-limit.ts";

const origin = { address: "127.0.0.1", isLoopback: true };
const password = "a long password";

describe.each(testEngines)("on $name", (engine) => {
  let opened: TestDatabase;
  let parts: AccountParts;
  let passwordHash: string;
  let systemLog: SystemLog;
  beforeAll(async () => {
    opened = await engine.open();
    const { database, dataDir } = opened;
    const log = createLog({ part: "test", level: "silent" });
    const events = createStationEvents(log);
    systemLog = new SystemLog({ database, recordRow: () => {}, log });
    const slots = createCheckSlots({
      atOnce: 4,
      waiting: 100,
      perNetwork: { atOnce: 4, waiting: 100 },
    });
    parts = {
      limits: requestLimits,
      database,
      events,
      settings: await Settings.load(database, events),
      systemLog,
      security: { record: () => {} },
      config: { dataDir },
      log,
      throttle: createLoginThrottle(),
      slots: { loopback: slots, elsewhere: slots },
      registrations: createVisitorLimit({ burst: 1, perSecond: 1, nowMs: Date.now }),
      nameChanges: createVisitorLimit({ burst: 1, perSecond: 1, nowMs: Date.now }),
      acceptances: createVisitorLimit({ burst: 1, perSecond: 1, nowMs: Date.now }),
    };
    passwordHash = await hashPassword(password);
  });
  afterAll(async () => {
    await systemLog.close();
    await opened[Symbol.asyncDispose]();
  });

  async function addSuperAdmin(): Promise<Asker & { readonly accountId: string }> {
    const account = await insertAccount(opened.database.connection, {
      id: randomUUID(),
      username: randomUUID(),
      role: "super_admin",
      passwordHash,
    });
    const { id: accountId } = account;
    const caller = toCaller(account);
    return { caller, origin, tokenHash: null, accountId };
  }

  test("names are compared only with operators, the asker and accounts of those names", async () => {
    const { connection } = opened.database;
    const [own, named, stranger] = await Promise.all(
      ["Own", "Named", "Stranger"].map(async (word) =>
        insertAccount(connection, {
          id: randomUUID(),
          username: `${word}${randomUUID()}`,
          role: "listener",
          passwordHash: null,
        }),
      ),
    );
    const operator = await addSuperAdmin();

    const found = await listAccountsNamed(connection, {
      usernames: ["nothing", named?.username.toUpperCase() ?? ""],
      accountId: own?.id ?? null,
    });

    const ids = found.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([own?.id, named?.id, operator.accountId]));
    expect(ids).not.toContain(stranger?.id);
  });

  test("super admins who demote one another at once, in any way, leave one", async () => {
    for (let round = 0; round < 10; round += 1) {
      await opened.database.connection.execute(sql`delete from users`);
      const everybody = await Promise.all(Array.from({ length: 4 }, () => addSuperAdmin()));
      const [first, second, third, fourth] = everybody;
      if (!first || !second || !third || !fourth) throw new Error("four were made");

      const outcomes = await Promise.all([
        changeAccount(parts, { asker: first, ...second, password: null, role: "dj" }),
        changeAccount(parts, { asker: second, ...third, password: null, isActive: false }),
        removeAccount(parts, { asker: third, ...fourth }),
        changeAccount(parts, { asker: fourth, ...first, password: null, role: "admin" }),
      ]);

      const kinds = outcomes
        .map(({ kind }) => kind)
        .toSorted((one, other) => one.localeCompare(other));
      expect(kinds).toEqual(["done", "done", "done", "refused"]);
      const accounts = await Promise.all(
        everybody.map(({ accountId }) => findAccountById(opened.database.connection, accountId)),
      );
      const left = accounts.filter((one) => one?.role === "super_admin" && one.isActive);
      expect(left.length).toBe(1);
    }
  });

  test("of accounts created at once with clashing names, only one is created", async () => {
    const asker = await addSuperAdmin();
    const username = `Zoë-${randomUUID()}`.slice(0, 30);
    const outcomes = await Promise.all(
      [username, username.toUpperCase(), username.toLowerCase()].map((name) =>
        createAccount(parts, {
          asker,
          username: name,
          email: `${randomUUID()}@radio.example`,
          name: null,
          role: "dj",
          password: null,
        }),
      ),
    );

    expect(outcomes.filter(({ kind }) => kind === "done").length).toBe(1);
    expect(outcomes.filter(({ kind }) => kind === "name-taken").length).toBe(2);
  });

  test("a sign-in in progress while the password changes leaves no session", async () => {
    const asker = await addSuperAdmin();
    const { accountId, caller } = asker;
    if (caller.kind !== "user") throw new Error("an account asks");
    const checked = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    // The check is done, but its slot is freed only once the password has changed.
    const slow = {
      run: async <Outcome>(_network: string, check: () => Promise<Outcome>) => {
        const outcome = await check();
        checked.resolve();
        await changed.promise;
        return { kind: "done", outcome } as const;
      },
    };

    const { username } = caller;
    const signing = signIn(
      { ...parts, slots: { loopback: slow, elsewhere: slow } },
      { username, password, origin },
    );
    await checked.promise;
    await changeAccount(parts, { asker, accountId, password: "another password" });
    changed.resolve();

    expect(await signing).toEqual({ kind: "wrong" });
    const again = await signIn(parts, { username, password: "another password", origin });
    const token = again.kind === "signed-in" ? again.token : undefined;
    expect((await findCaller(opened.database, token)).caller).toMatchObject({ username });
  });
});
