import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../accounts/secrets.ts";
import { insertAccount } from "../accounts/account-store.ts";
import { readEveryRow } from "./backup-store.ts";
import { addTestTracks } from "../database/test-database.ts";
import { requireDocumented } from "../api/documented-answers.ts";
import { cookieOf, startTestServer, type TestServer } from "../api/test-server.ts";
import { writeBackup } from "./backup.ts";
import { WORK_FOLDER } from "./work-folder.ts";

const target = "/api/system/backup";
const password = "correct horse battery";
const kept = ["tracks", "users", "comments", "station_settings", "queue_items"];
let elsewhere: TestServer;
let server: TestServer;
/** From the other station. */
let backup: Buffer;
beforeAll(async () => {
  [elsewhere, server] = await Promise.all([startTestServer(), startTestServer()]);
  await addOwner(elsewhere, "founder");
  const [track = ""] = await addTestTracks(elsewhere.database, ["First", "Second"]);
  const owner = await elsewhere.signIn("super_admin");
  await owner.call("POST", "/api/queue", { body: { trackId: track } });
  await owner.call("POST", "/api/comments", { body: { content: "Good evening" } });
  await owner.call("PUT", "/api/station-settings", { body: { stationName: "Elsewhere" } });
  const file = path.join(elsewhere.dataDir, "whole.gz");
  await writeBackup(elsewhere, {
    file,
    createdAt: new Date("2026-01-31T20:15:00Z"),
    keepFreeBytes: 0,
  });
  backup = await readFile(file);
  await addOwner(server, "owner");
});
afterAll(async () => {
  await elsewhere[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

test("an incomplete or foreign backup, a wrong password or another role changes nothing", async () => {
  const session = await signIn("owner");
  const admin = await server.signIn("admin");
  const before = await rowsOf(server);
  const lines = gunzipSync(backup).toString().split("\n");
  const without = (part: string) =>
    gzipSync(lines.filter((line) => !line.includes(part)).join("\n"));

  const answers = [
    await send(session, { file: backup.subarray(0, backup.length / 2) }),
    await send(session, { file: Buffer.from("no gzip") }),
    await send(session, { file: gzipSync('{"hello":"world"}\n') }),
    await send(session, { file: gzipSync(`${lines[0]}\n{"table":"pg_authid","row":{}}\n`) }),
    await send(session, { file: without('"station_settings"') }),
    await send(session, { file: without('"super_admin"') }),
    await send(session, {
      file: gzipSync(lines.join("\n").replace('"title":"First"', '"title":null')),
    }),
  ].map(({ status, body }) => [status, body.error]);
  const wrong = await send(session, { file: backup, password: "not the password" });
  const byAdmin = await send(admin.cookie, { file: backup });

  const unchanged = "The file was not restored and nothing changed:";
  expect(answers).toEqual([
    [422, `${unchanged} it is incomplete or damaged`],
    [422, `${unchanged} it is not a backup of a station`],
    [422, `${unchanged} it is not a backup of a station`],
    [422, `${unchanged} it has a table 'pg_authid', which this station does not have`],
    [422, `${unchanged} it has no station_settings`],
    [422, `${unchanged} it has no super_admin who can sign in`],
    [422, expect.stringContaining("its rows don't match this station (null value in column")],
  ]);
  expect([wrong.status, wrong.body]).toEqual([
    401,
    { error: "The password is wrong", code: "not_signed_in", field: "password" },
  ]);
  expect(byAdmin.status).toBe(403);
  expect(await rowsOf(server)).toEqual(before);
  expect(await leftBehind()).toEqual([]);
  expect(server.restarts).toBe(0);
});

test("a form without a password before its file, a body that is no form, and one too large are refused at once", async () => {
  const session = await signIn("owner");
  const form = new FormData();
  form.set("backup", new Blob([Uint8Array.from(backup)]), "station.gz");
  form.set("password", password);

  const late = await post(session, form);
  const none = await server.call("POST", target, { headers: { cookie: session }, body: {} });
  const large = await declare(session, 5 * 1024 ** 3);

  expect([late.status, late.body.error]).toEqual([
    400,
    "Send multipart/form-data: first the field 'password', then the file in 'backup'",
  ]);
  expect(none.status).toBe(400);
  expect(large).toBe(413);
});

test("a backup restored into another station gives its library, accounts, settings and queue, and restarts the server", async () => {
  const session = await signIn("owner");

  const answer = await send(session, { file: backup });

  const after = await rowsOf(server);
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      createdAt: "2026-01-31T20:15:00.000Z",
      tracks: 2,
      accounts: 2,
      musicFiles: 0,
      tracksWithoutFile: 2,
      damagedFiles: [],
    },
  ]);
  expect(after).toEqual(await rowsOf(elsewhere));
  expect(after["queue_items"]).toHaveLength(1);
  expect(server.restarts).toBe(1);
  expect(await leftBehind()).toEqual([]);
  const signedOut = await server.call("GET", "/api/session", { headers: { cookie: session } });
  expect(signedOut.body).toMatchObject({ kind: "guest" });
  const founder = await signIn("founder");
  await server.security.settled();
  const events = await server.call("GET", "/api/security-events?q=restored", {
    headers: { cookie: founder },
  });
  expect(events.body).toMatchObject([{ eventType: "backup_restored", severity: "high" }]);
});

async function addOwner({ database }: TestServer, username: string): Promise<void> {
  await insertAccount(database.connection, {
    id: randomUUID(),
    username,
    email: `${username}@radio.example`,
    role: "super_admin",
    passwordHash: await hashPassword(password),
  });
}

/** @returns its cookie */
async function signIn(username: string): Promise<string> {
  const { headers } = await server.call("POST", "/api/users/login", {
    body: { username, password },
  });
  return cookieOf(headers, "neonrelay_session");
}

async function send(
  cookie: string,
  { file, password: given = password }: { readonly file: Buffer; readonly password?: string },
) {
  const form = new FormData();
  form.set("password", given);
  form.set("backup", new Blob([Uint8Array.from(file)]), "station.gz");
  return await post(cookie, form);
}

async function post(cookie: string, form: FormData) {
  const answer = await fetch(new URL(target, server.origin), {
    method: "POST",
    headers: { cookie, origin: server.origin },
    body: form,
  });
  const body: unknown = await answer.json();
  requireDocumented({ method: "POST", target, status: answer.status, body });
  return { status: answer.status, body: Object(body) };
}

/** Declares a length. @returns the status of the answer to that alone */
async function declare(cookie: string, length: number): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const call = request(new URL(target, server.origin), {
    method: "POST",
    headers: {
      cookie,
      origin: server.origin,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": length,
    },
  });
  call.on("response", ({ statusCode }) => resolve(statusCode));
  call.on("error", reject);
  call.flushHeaders();
  const status = await promise;
  call.removeAllListeners("error").on("error", () => {}); // the station hangs up on unwanted uploads
  call.destroy();
  return status;
}

/** The data that matter in a backup, without regenerated entry ids and times of sign-ins. */
async function rowsOf({ database }: TestServer) {
  const rows: Record<string, unknown[]> = {};
  await readEveryRow(database, async ({ table, row }) => {
    if (!kept.includes(table)) return;
    const { id, last_login: _, ...rest } = Object(JSON.parse(row));
    (rows[table] ??= []).push(table === "queue_items" ? rest : { id, ...rest });
  });
  return rows;
}

async function leftBehind(): Promise<readonly string[]> {
  return await readdir(path.join(server.dataDir, WORK_FOLDER));
}
