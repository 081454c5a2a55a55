import type { Role } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertAccount } from "./account-store.ts";
import { deleteSession } from "./session-store.ts";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { withOutages, type TestOutage } from "../database/test-outage.ts";
import { createStationEvents, type StationEvents } from "../events/station-events.ts";
import { hashToken } from "./secrets.ts";
import { endSession, openSession } from "./session-actions.ts";
import { Sessions } from "./sessions.ts";

const HOUR_MS = 60 * 60_000;
const guest = { kind: "guest" };

let opened: TestDatabase;
let outage: TestOutage;
let events: StationEvents;
let clock: { nowMs: number };
let sessions: Sessions;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(() => {
  events = createStationEvents(createLog({ part: "test", level: "silent" }));
  clock = { nowMs: 0 };
  outage = withOutages(opened.database);
  sessions = new Sessions({ database: outage.database, events, nowMs: () => clock.nowMs });
});

async function signIn(role: Role): Promise<{ readonly accountId: string; readonly token: string }> {
  const id = randomUUID();
  const { connection } = opened.database;
  const account = await insertAccount(connection, {
    id,
    username: `${role}-${id.slice(0, 8)}`,
    role,
    passwordHash: null,
  });
  return { accountId: id, token: await openSession(opened.database, account) };
}

test("while the database is down only operators seen before can control the sound", async () => {
  const dj = await signIn("dj");
  const unseen = await signIn("dj");
  const listener = await signIn("listener");
  await sessions.find(dj.token);
  await sessions.find(listener.token);

  outage.isAway = true;
  expect((await sessions.findToSteer(dj.token)).caller).toMatchObject({ role: "dj" });
  for (const { token } of [unseen, listener])
    await expect(sessions.findToSteer(token)).rejects.toThrow();
  await expect(sessions.find(dj.token)).rejects.toThrow();
});

test.each([
  [
    "signing out",
    ({ token }: { readonly token: string }) =>
      endSession({ database: outage.database, events, sessions }, token),
  ],
  [
    "the end of the session",
    ({ token }: { readonly token: string }) =>
      events.publish({ type: "sessions.ended", tokenHashes: [hashToken(token)] }),
  ],
  [
    "a change of the account",
    ({ accountId }: { readonly accountId: string }) =>
      events.publish({ type: "account.changed", accountId }),
  ],
])("%s takes effect at once: no operator is remembered", async (_what, end) => {
  const dj = await signIn("dj");
  const { asOf } = await sessions.find(dj.token);
  expect(sessions.isStillTrue(asOf)).toBe(true);

  await Promise.resolve(end(dj));

  expect(sessions.isStillTrue(asOf)).toBe(false);
  outage.isAway = true;
  await expect(sessions.findToSteer(dj.token)).rejects.toThrow();
});

test("an operator who signs out while the database is away is forgotten", async () => {
  const dj = await signIn("dj");
  await sessions.find(dj.token);

  outage.isAway = true;
  const ending = endSession({ database: outage.database, events, sessions }, dj.token);
  await expect(ending).rejects.toThrow();
  await expect(sessions.findToSteer(dj.token)).rejects.toThrow();
});

test("a session that ends during a database query is not remembered from the answer", async () => {
  const dj = await signIn("dj");

  const finding = sessions.find(dj.token);
  events.publish({ type: "sessions.ended", tokenHashes: [hashToken(dj.token)] });
  await finding;

  outage.isAway = true;
  await expect(sessions.findToSteer(dj.token)).rejects.toThrow();
});

test("a session ended by another node lasts up to a second within a call, and is gone for the next", async () => {
  const dj = await signIn("dj");
  const { asOf } = await sessions.find(dj.token);

  await deleteSession(opened.database.connection, hashToken(dj.token));

  expect(sessions.isStillTrue(asOf)).toBe(true);
  clock.nowMs = 1000;
  expect(sessions.isStillTrue(asOf)).toBe(false);
  expect((await sessions.find(dj.token)).caller).toEqual(guest);
  outage.isAway = true;
  await expect(sessions.findToSteer(dj.token)).rejects.toThrow();
});

test("an operator is remembered for twelve hours", async () => {
  const dj = await signIn("dj");
  await sessions.find(dj.token);

  outage.isAway = true;
  clock.nowMs = 12 * HOUR_MS;
  expect((await sessions.findToSteer(dj.token)).caller).toMatchObject({ role: "dj" });
  clock.nowMs += 1;
  await expect(sessions.findToSteer(dj.token)).rejects.toThrow();
});

test("a slow database does not hold up people who control the sound", async () => {
  const dj = await signIn("dj");
  await sessions.find(dj.token);
  const held = Promise.withResolvers<void>();
  const busy = opened.database.transaction(() => held.promise);

  // The embedded database has one connection, so all others wait until this ends.
  expect((await sessions.findToSteer(dj.token)).caller).toMatchObject({ role: "dj" });

  held.resolve();
  await busy;
});
