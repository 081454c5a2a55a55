// @module-tag postgresql
import { onNowSchema, scheduleCalls, showSchema } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { createDatabase } from "@neonrelay/test-station/test-databases";
import { startTestPostgres, type TestPostgres } from "@neonrelay/test-station/test-postgres";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { openDatabase } from "../database/open-database.ts";
import { openDatabaseAt, type TestDatabase } from "../database/test-database.ts";
import type { StationEvent } from "../events/station-events.ts";

const patience = { timeout: 60_000, interval: 100 };

let postgres: TestPostgres;
let databaseUrl: string;
let one: TestServer;
let other: TestServer;
beforeAll(async () => {
  postgres = await startTestPostgres();
  databaseUrl = await createDatabase(postgres.url, "radio");
  const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-node-"));
  const open = () => openDatabaseAt({ databaseUrl, dataDir });
  one = await startTestServer({}, { engine: { name: "first node", open } });
  other = await startTestServer({}, { engine: { name: "second node", open: joinStation } });
  await one.settings.change(() => ({ timeZone: "UTC" }));
});
afterAll(async () => {
  await other?.[Symbol.asyncDispose]();
  await one?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
});

/** Joins the database that the first node has set up. */
async function joinStation(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-node-"));
  const log = createLog({ part: "test", level: "silent" });
  const database = await openDatabase({ databaseUrl, dataDir, beforeMigration: null, log });
  return {
    database,
    databaseUrl,
    dataDir,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function nameOnNow(server: TestServer): Promise<string | null> {
  const { body } = await server.call("GET", scheduleCalls.getOnNow.path);
  return onNowSchema.parse(body).now?.show?.name ?? null;
}

async function putOn(server: TestServer, name: string, minutesAgo: number): Promise<void> {
  const moderator = await server.signIn("moderator");
  const made = await moderator.call("POST", "/api/programme/shows", { body: { name } });
  const { id: showId } = showSchema.parse(made.body);
  const startsAt = new Date(Date.now() - minutesAgo * 60_000).toISOString().slice(0, 16);
  const body = { what: { kind: "show", showId }, startsAt, durationMinutes: 240 };
  expect(await moderator.call("POST", "/api/schedule/entries", { body })).toMatchObject({
    status: 200,
  });
}

test("changes of schedule, playlists and settings reach the other node, which does not echo them", async () => {
  const heard: StationEvent[] = [];
  const saidBack: StationEvent[] = [];
  other.events.subscribe((event) => void heard.push(event));
  one.events.subscribe((event) => {
    if ("isByOtherNode" in event) saidBack.push(event);
  });

  await putOn(one, "Night Flight", 60);
  await one.settings.change(() => ({ timeZone: "Atlantic/Reykjavik" }));
  const moderator = await one.signIn("moderator");
  await moderator.call("POST", "/api/playlists", { body: { name: "New" } });

  await vi.waitUntil(async () => (await nameOnNow(other)) === "Night Flight", patience);
  await vi.waitUntil(() => other.settings.current.timeZone === "Atlantic/Reykjavik", patience);
  await vi.waitUntil(
    () => heard.some((event) => event.type === "playlists.changed" && event.isByOtherNode === true),
    patience,
  );
  expect(saidBack).toEqual([]);
});

test("a node catches up on changes it missed while the connection was down", async () => {
  const owner = new Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'neonrelay news'",
  );
  await owner.end();

  await putOn(one, "Early Bird", 30);

  // It began later than the other, so it takes precedence.
  await vi.waitUntil(async () => (await nameOnNow(other)) === "Early Bird", patience);
});
