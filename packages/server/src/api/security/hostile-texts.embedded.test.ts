import { defaultBackupPlan } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { addTestTracks } from "../../database/test-database.ts";
import { readingMethods } from "../gate.ts";
import { startTestServer, type TestServer } from "../test-server.ts";
import { calls, fieldsOf, type NamedCall } from "./test-calls.ts";

const MARK = "zqhostile";
/**
 * Ends lines of IRC, HTTP, ICY, mail and logs, drives terminals, and reverses text. Without NUL, which no database
 * accepts; see hostile-input.database.test.
 */
const hostile = `${MARK}\r\nQUIT :gone\r\nSet-Cookie: planted=1\u0001DCC SEND x\u0001\u001b[2J\u001b]0;x\u0007\u007f\u0085\u2028\u2029\u202e${MARK}`;
/** Must not survive in multi-line text; only line breaks may. */
const driving = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]|\\+u00[01]|\\+[rb]/u;

let server: TestServer;
let trackId = "";
beforeAll(async () => {
  server = await startTestServer();
  await server.backups.change({ ...defaultBackupPlan, folder: "/not-mounted" });
  await server.settings.change(() => ({ registrationEnabled: true }));
  [trackId = ""] = await addTestTracks(server.database, ["first"]);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Every row that contains the mark, as text. */
async function markedRows(): Promise<readonly { readonly table: string; readonly row: string }[]> {
  const { connection } = server.database;
  const { rows } = await connection.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const found: { readonly table: string; readonly row: string }[] = [];
  for (const { name } of rows) {
    const { rows: marked } = await connection.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(name)} t where t::text like ${`%${MARK}%`}`,
    );
    for (const { row } of marked) found.push({ table: name, row });
  }
  return found;
}

const recordSchema = z.record(z.string(), z.unknown());

/** Replace examples that name things which don't exist. */
const acceptable: Readonly<Record<string, unknown>> = {
  createShow: { name: "Show", text: "About it" },
  createClock: { name: "Clock", slots: [] },
};

/** Bodies of a call, each with the hostile text in one of its strings. */
function bodiesWith(text: string, call: (typeof calls)[number]): readonly unknown[] {
  const { body, example } = call.endpoint;
  const sent = acceptable[call.operation] ?? example?.body ?? {};
  const plain = recordSchema.safeParse(sent).data ?? {};
  const names = new Set([...Object.keys(plain), ...fieldsOf(body)]);
  return [...names].flatMap((name) =>
    variants(plain[name], text).map((value) => ({ ...plain, [name]: value })),
  );
}

/** Copies of the value with the text in place of one string each. */
function variants(value: unknown, text: string): readonly unknown[] {
  if (value === undefined || typeof value === "string") return [text];
  if (Array.isArray(value)) {
    const [first, ...rest] = value;
    return first === undefined ? [[text]] : variants(first, text).map((one) => [one, ...rest]);
  }
  const record = recordSchema.safeParse(value).data;
  if (record === undefined) return [];
  return Object.entries(record).flatMap(([name, each]) =>
    variants(each, text).map((one) => ({ ...record, [name]: one })),
  );
}

/** Skips what a schema refuses: it can't be stored. */
async function sendEverywhere(text: string, to: readonly NamedCall[] = calls): Promise<void> {
  for (const call of to) {
    const { method, path, fileField, body: schema } = call.endpoint;
    if (readingMethods.has(method) || fileField !== undefined) continue;
    const target = path.replaceAll(/:\w+/g, () => trackId);
    for (const body of bodiesWith(text, call)) {
      if (schema?.safeParse(body).success !== true) continue;
      // Its own visitor, as it may end its own session.
      const browser = await server.signIn("super_admin");
      await browser.call(method, target, { body });
    }
  }
  await server.systemLog.settled();
  await server.security.settled();
}

test("no field of any call keeps characters that end a line, drive a terminal or reverse text", async () => {
  await sendEverywhere(hostile);

  const kept = (await markedRows()).filter(({ row }) => driving.test(row));
  expect(kept).toEqual([]);
});

test("harmless text arrives: the refusals above are due to the characters", async () => {
  const keeping = [
    "addComment",
    "sendChat",
    "createShow",
    "createPlaylist",
    "createClock",
    "changeOwnName",
  ];
  await sendEverywhere(
    MARK,
    calls.filter(({ operation }) => keeping.includes(operation)),
  );

  const tables = new Set((await markedRows()).map(({ table }) => table));
  for (const table of ["comments", "chat_messages", "shows", "playlists", "clocks", "users"])
    expect(tables).toContain(table);
});

test.each([
  ["a comment", "/api/comments", (text: string) => ({ content: text }), "content"],
  [
    "a show",
    "/api/programme/shows",
    (text: string) => ({ name: `Show ${text.length}`, text }),
    "text",
  ],
] as const)(
  "the text of %s keeps line breaks and tabs, but no other control character",
  async (...row) => {
    const [, path, body, field] = row;
    const moderator = await server.signIn("moderator");

    const lines = await moderator.call("POST", path, { body: body("one\r\ntwo\n\tthree") });
    const cleaned = await moderator.call("POST", path, {
      body: body("o\u001b[2Jne\u202e\u2028t\0wo"),
    });

    expect(lines).toMatchObject({ status: 200, body: { [field]: "one\ntwo\n\tthree" } });
    expect(cleaned).toMatchObject({ status: 200, body: { [field]: "o[2Jne\ntwo" } });
  },
);

test("the name in a failed sign-in is never more than a line of text in any log", async () => {
  const body = { username: `nobody${hostile}`, password: "wrong password" };
  await server.call("POST", "/api/users/login", { body });
  await server.security.settled();

  const { rows } = await server.database.connection.execute<{ row: string }>(
    sql`select t::text as row from security_events t`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => driving.test(row))).toEqual([]);
});
