import { afterAll, beforeAll, expect, test } from "vitest";
import { addTestTracks } from "../database/test-database.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../http/test-server.ts";

let server: TestServer;
let owner: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn("super_admin");
});
afterAll(() => server[Symbol.asyncDispose]());

async function run(statement: string) {
  return await owner.call("POST", "/api/database/query", { body: { statement } });
}

async function errorOf(statement: string): Promise<unknown> {
  const { status, body } = await run(statement);
  return [status, Object(body).error];
}

test("a statement gives its columns in order and its rows as text, and 500 of them at most", async () => {
  await addTestTracks(server.database, ["Beta", "Alpha"]);

  const tracks = await run("select title, duration_ms, album from tracks order by title -- all");
  const same = await run("select 1 as a, 'x' as a ; ");
  const none = await run("select title from tracks where false");
  const many = await run("select n, repeat('x', 600) as long from generate_series(1, 9000) as n");

  expect(tracks).toMatchObject({
    status: 200,
    body: {
      columns: ["title", "duration_ms", "album"],
      rows: [
        ["Alpha", "61499", null],
        ["Beta", "61499", null],
      ],
      isCut: false,
    },
  });
  expect(same.body).toMatchObject({ columns: ["a", "a"], rows: [["1", "x"]] });
  expect(none.body).toMatchObject({ columns: [], rows: [], isCut: false });
  const { rows, isCut } = Object(many.body);
  expect([rows.length, isCut, rows[499][1].length]).toEqual([500, true, 501]);
});

test("what is wrong with a statement is told in the database's words", async () => {
  expect(await errorOf("select nothing from tracks")).toEqual([
    400,
    'column "nothing" does not exist',
  ]);
  expect(await errorOf("select 1; select 2")).toEqual([400, 'syntax error at or near ";"']);
  expect(await errorOf("drop table tracks")).toEqual([
    400,
    "Only one statement that reads runs here: SELECT, WITH, VALUES or TABLE",
  ]);
});

test.each([
  ["select password_hash from users", "permission denied for table users"],
  ["select * from sessions", "permission denied for table sessions"],
  ["select access_code_hash from station_settings", "permission denied for table station_settings"],
  ["select password from stream_outputs", "permission denied for table stream_outputs"],
  [
    "select query_to_xml('select * from users', true, true, '')",
    "permission denied for table users",
  ],
  [
    "select set_config('role', 'postgres', true)",
    'cannot set parameter "role" within security-definer function',
  ],
  [
    "select set_config('session_authorization', 'postgres', true)",
    'cannot set parameter "session_authorization" within security-definer function',
  ],
  [
    "with gone as (delete from tracks returning 1) select * from gone",
    "WITH clause containing a data-modifying statement must be at the top level",
  ],
  ["select setval('queue_snapshots_id_seq', 9)", expect.stringContaining("permission denied")],
  ["select pg_read_file('PG_VERSION')", "permission denied for function pg_read_file"],
])("the console can't do what it may not: %s", async (statement, reason) => {
  expect(await errorOf(statement)).toEqual([400, reason]);
});

test("a statement that takes long is ended, a lock it took is given back, and the station goes on", async () => {
  const locked = await run("select pg_advisory_lock(7206412)::text");
  const slow = await errorOf("select pg_sleep(60)");
  const request = await owner.call("POST", "/api/queue/shuffle");

  expect(locked.status).toBe(200);
  expect(slow).toEqual([400, "The statement took longer than 5 seconds and was ended"]);
  expect(request.status).toBe(200);
});

test("each statement is in the system log, and it is a security event", async () => {
  await run("select 'for the record'");

  await server.systemLog.settled();
  await server.security.settled();
  const logs = await owner.call("GET", "/api/system-logs?q=console");
  const events = await owner.call("GET", "/api/security-events?q=console");
  expect(Object(logs.body)[0]).toMatchObject({
    message: expect.stringContaining("ran a statement in the SQL console"),
    details: { statement: "select 'for the record'" },
  });
  expect(Object(events.body)[0]).toMatchObject({ eventType: "sql_console", severity: "medium" });
});
