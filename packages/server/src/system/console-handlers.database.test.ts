import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addTestTracks, engineInDataFolder } from "../database/test-database.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

const MAX_TRIES = 4;
/** Without pauses the calls would starve the statement of CPU. */
const ASKED_EVERY_MS = 50;

let server: TestServer;
let owner: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer({}, { engine: engineInDataFolder });
  owner = await server.signIn("super_admin");
});
afterAll(() => server[Symbol.asyncDispose]());

/** Retries, since on a busy machine copying the database may exceed its time limit. */
async function run(statement: string) {
  for (let tries = 1; ; tries += 1) {
    const answer = await owner.call("POST", "/api/database/query", { body: { statement } });
    if (answer.status !== 503 || tries === MAX_TRIES) return answer;
  }
}

async function errorOf(statement: string): Promise<unknown> {
  const { status, body } = await run(statement);
  return [status, Object(body).error];
}

test("a statement returns its columns in order and up to 500 rows as text", async () => {
  await addTestTracks(server.database, ["Beta", "Alpha"]);

  const tracks = await run(
    "select title, duration_ms as a, album as a from tracks order by title -- all",
  );
  const none = await run("select title from tracks where false ; ");
  const many = await run("select n, repeat('x', 600) as long from generate_series(1, 9000) as n");

  expect(tracks).toMatchObject({
    status: 200,
    body: {
      columns: ["title", "a", "a"],
      rows: [
        ["Alpha", "61499", null],
        ["Beta", "61499", null],
      ],
      isCut: false,
    },
  });
  expect(none.body).toMatchObject({ columns: [], rows: [], isCut: false });
  const { rows, isCut } = Object(many.body);
  expect([rows.length, isCut, rows[499][1].length]).toEqual([500, true, 501]);
});

test("a failing statement is reported in the database's words, and each statement is logged and a security event", async () => {
  const failed = await errorOf("select nothing from tracks");
  const refused = await errorOf("drop table tracks");

  expect(failed).toEqual([400, 'column "nothing" does not exist']);
  expect(refused).toEqual([400, "Run one read-only statement: SELECT, WITH, VALUES or TABLE"]);
  await server.systemLog.settled();
  await server.security.settled();
  const logs = await owner.call("GET", "/api/system-logs?q=console");
  const events = await owner.call("GET", "/api/security-events?q=console");
  expect(Object(logs.body)[0]).toMatchObject({
    message: expect.stringContaining("ran a statement in the SQL console"),
    details: { statement: "select nothing from tracks" },
  });
  expect(Object(events.body)[0]).toMatchObject({ eventType: "sql_console", severity: "medium" });
});

test("a slow statement is cancelled without delaying other calls, and leaves nothing behind", async () => {
  let answered = 0;
  const ended = new AbortController();
  const slow = errorOf("select pg_sleep(60)").finally(() => ended.abort());
  for (; !ended.signal.aborted; answered += 1) {
    expect((await owner.call("GET", "/api/queue")).status).toBe(200);
    await delay(ASKED_EVERY_MS);
  }

  expect(await slow).toEqual([400, "The statement took longer than 5 seconds and was cancelled"]);
  // If they waited for the statement, it would be a handful.
  expect(answered).toBeGreaterThan(15);
  const copies = await readdir(path.join(server.dataDir, ".database-copies")).catch(() => []);
  expect(copies).toEqual([]);
});
