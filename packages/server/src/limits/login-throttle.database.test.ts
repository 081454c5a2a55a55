import { createLog } from "@neonrelay/process/log";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import {
  FORGIVEN_AFTER_MS,
  FREE_ATTEMPTS,
  loadLoginThrottle,
  unknownSubject,
} from "./login-throttle.ts";
import { listLoginFailures, saveLoginFailures } from "./login-failure-store.ts";

const address = "192.0.2.1";
const attempt = { subject: "account 1", address };
const log = createLog({ part: "test", level: "silent" });

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => await (await load()).forgiveAll());

const load = async () => await loadLoginThrottle({ database: opened.database, log });
const stored = async () =>
  await listLoginFailures(opened.database.connection, { limit: Number.MAX_SAFE_INTEGER });

test("the next process continues the count of the one before", async () => {
  const before = await load();
  for (let n = 0; n < FREE_ATTEMPTS + 5; n += 1) await before.recordFailure(attempt);

  const after = await load();

  // 32 s; a throttle without memory would ask for none.
  expect(after.waitMs(attempt)).toBeGreaterThan(20_000);
  expect(after.waitMs(attempt)).toBeLessThanOrEqual(before.waitMs(attempt) + 1000);
  expect(after.waitMs({ ...attempt, address: "192.0.2.2" })).toBe(0);
});

test("a successful sign-in and the escape from a lock-out carry over to the next process", async () => {
  const before = await load();
  for (let n = 0; n < FREE_ATTEMPTS + 5; n += 1) await before.recordFailure(attempt);
  await before.recordSuccess(attempt);

  expect((await load()).waitMs(attempt)).toBe(0);
  expect(await stored()).toMatchObject([{ key: "network 192.0.2.1", count: FREE_ATTEMPTS + 4 }]);
  await before.forgiveAll();
  expect(await stored()).toEqual([]);
});

test("a successful first try leaves nothing stored", async () => {
  const throttle = await load();
  await throttle.recordFailure(attempt); // recorded before its check
  await throttle.recordSuccess(attempt);

  expect(await stored()).toEqual([]);
});

test("a name without an account may be a password, and is never stored", async () => {
  const throttle = await load();
  const slip = { subject: unknownSubject("My-Password"), address };

  for (let n = 0; n < FREE_ATTEMPTS + 5; n += 1) await throttle.recordFailure(slip);

  expect(throttle.waitMs(slip)).toBeGreaterThan(0);
  expect((await stored()).map(({ key }) => key)).toEqual(["network 192.0.2.1"]);
});

test("setting the clock back lengthens no wait", async () => {
  const lastAt = new Date(Date.now() + FORGIVEN_AFTER_MS);
  const key = "account 1 from 192.0.2.1";
  await saveLoginFailures(opened.database.connection, [{ key, count: FREE_ATTEMPTS, lastAt }]);

  expect((await load()).waitMs(attempt)).toBeLessThanOrEqual(1000);
});

test("expired failures are deleted from the database with the next failure", async () => {
  const { connection } = opened.database;
  const lastAt = new Date(Date.now() - FORGIVEN_AFTER_MS);
  await saveLoginFailures(connection, [{ key: "account 2 from 192.0.2.9", count: 9, lastAt }]);

  await (await load()).recordFailure(attempt);

  expect((await stored()).map(({ key }) => key).toSorted()).toEqual([
    "account 1 from 192.0.2.1",
    "network 192.0.2.1",
  ]);
});

test("failures count even while the database accepts no writes", async () => {
  const throttle = await load();
  opened.database.holdWrites(true);
  try {
    for (let n = 0; n < FREE_ATTEMPTS + 5; n += 1) await throttle.recordFailure(attempt);
  } finally {
    opened.database.holdWrites(false);
  }

  expect(throttle.waitMs(attempt)).toBeGreaterThan(0);
  expect(await stored()).toEqual([]);
});
