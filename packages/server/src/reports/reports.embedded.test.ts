import { reportsCalls, type ReportAnswers } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInBrowser, startTestServer, type TestServer } from "../api/test-server.ts";
import { addTestTracks } from "../database/test-database.ts";

const day = "2026-03-01";
const service = { name: "Neon Relay", category: "Nonsubscription", channel: "" };
const census = { kind: "soundexchange", from: day, to: day, timeZone: "America/New_York", service };

let server: TestServer;
let admin: SignedInBrowser;
let trackId = "";
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  [trackId = ""] = await addTestTracks(server.database, ["Night Drive"]);
  await server.database.connection.execute(sql`
    insert into plays (id, track_id, title, artist, start_ms, audio_start_ms, started_at_ms, played_ms)
    values (${randomUUID()}, ${trackId}, 'x', 'x', 0, 0, ${Date.parse(`${day}T18:00:00Z`)}, 60000)`);
});
afterAll(() => server[Symbol.asyncDispose]());

async function make(body: object): Promise<string> {
  const { body: made } = await admin.call("POST", "/api/reports", { body });
  const { id, outcome } = reportsCalls.createReport.response.parse(made);
  expect(outcome).toEqual({ state: "running", progress: 0 });
  await untilMade(id);
  return id;
}

async function untilMade(id: string): Promise<void> {
  await expect.poll(async () => (await read(id)).outcome.state).not.toBe("running");
}

async function read(id: string) {
  return reportsCalls.getReport.response.parse(
    (await admin.call("GET", `/api/reports/${id}`)).body,
  );
}

test("[K29] a report is made in the background and kept with its answers, notes and what it lacks", async () => {
  const id = await make(census);

  const report = await read(id);
  const { incompleteTrackIds, ...listed } = report;
  const answers: ReportAnswers = { ...census, kind: "soundexchange", columns: null };
  expect(report.answers).toEqual(answers);
  expect(report.outcome).toEqual({
    state: "done",
    fileName: "NEONRELAY01032026-01032026_A.txt",
    sizeBytes: 222,
    notes: ["Recordings without an ISRC need album and label."],
    completeness: {
      plays: 1,
      playsWithoutIsrc: 1,
      playsWithoutLabel: 1,
      playsWithoutAlbum: 1,
      tracks: 1,
    },
  });
  expect(incompleteTrackIds).toEqual([trackId]);
  const { body } = await admin.call("GET", "/api/reports");
  expect(reportsCalls.listReports.response.parse(body)[0]).toEqual(listed);
});

test("[K28] the same answers give the same bytes", async () => {
  const files = [];
  for (const id of [await make(census), await make(census)])
    files.push(await admin.call("GET", `/api/reports/${id}/file`));

  const [first, second] = files;
  expect(first?.status).toBe(200);
  expect(String(first?.body)).toContain("^TEST TONES^|^NIGHT DRIVE^");
  expect(second?.body).toEqual(first?.body);
});

test("[K29] while a report is being made there is no other", async () => {
  const body = { ...census, kind: "csv" };
  const answers = await Promise.all([
    admin.call("POST", "/api/reports", { body }),
    admin.call("POST", "/api/reports", { body }),
  ]);

  const made = answers.filter(({ status }) => status === 200);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  for (const answer of made)
    await untilMade(reportsCalls.createReport.response.parse(answer.body).id);
});

test("a deleted report is gone, with its file", async () => {
  const id = await make({ kind: "csv", from: day, to: day });

  expect((await admin.call("DELETE", `/api/reports/${id}`)).status).toBe(200);

  expect((await admin.call("GET", `/api/reports/${id}`)).status).toBe(404);
  expect((await admin.call("GET", `/api/reports/${id}/file`)).status).toBe(404);
  expect((await admin.call("DELETE", `/api/reports/${id}`)).status).toBe(404);
  const { rows } = await server.database.connection.execute(
    sql`select 1 from report_parts where report_id = ${id}`,
  );
  expect(rows).toEqual([]);
});

test("a report that was cut off by the server's end has failed, and has no file", async () => {
  const id = randomUUID();
  const answers = {
    kind: "csv",
    from: day,
    to: day,
    timeZone: "UTC",
    service: null,
    columns: null,
  };
  await server.database.connection.execute(sql`
    insert into reports (id, created_at, created_by, answers)
    values (${id}, now(), 'ada', ${JSON.stringify(answers)}::jsonb)`);

  expect((await read(id)).outcome).toMatchObject({ state: "failed" });
  expect((await admin.call("GET", `/api/reports/${id}/file`)).status).toBe(409);
});

test("a report needs days that exist, a service for a society, and columns for a table only", async () => {
  const fieldOf = async (change: object) => {
    const { status, body } = await admin.call("POST", "/api/reports", {
      body: { ...census, ...change },
    });
    return [status, typeof body === "object" && body !== null && "field" in body && body.field];
  };

  expect(await fieldOf({ from: "2026-02-30" })).toEqual([400, "from"]);
  expect(await fieldOf({ to: "2199-01-01" })).toEqual([400, "to"]);
  expect(await fieldOf({ timeZone: "Europe/Atlantis" })).toEqual([400, "timeZone"]);
  expect(await fieldOf({ service: undefined })).toEqual([400, "service"]);
  expect(await fieldOf({ service: { ...service, name: "a|b" } })).toEqual([400, "service.name"]);
  expect(await fieldOf({ columns: ["title"] })).toEqual([400, "columns"]);
  expect(await fieldOf({ kind: "csv", columns: ["title", "title"] })).toEqual([400, "columns"]);
});
