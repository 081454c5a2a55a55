import { listenersCalls, showSchema } from "@neonrelay/contract";
import type { SessionRow } from "@neonrelay/on-air/protocol";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedInBrowser, TestServer } from "../api/test-server.ts";
import { startTestCommands, type TestCommands } from "../cli/test-commands.ts";
import { addDays, localDateOf, momentOf } from "../schedule/local-time-rules.ts";
import { TestOnAir } from "../radio/test-on-air.ts";
import { testStatus } from "../radio/test-status.ts";
import { sessionRow } from "./test-session-rows.ts";

const timeZone = "Asia/Kolkata";
const HOUR_MS = 3_600_000;
const ledgerId = randomUUID();
const today = localDateOf(Date.now(), timeZone);
const day = addDays(today, -1);
/** Two o'clock yesterday. */
const atMs = momentOf(`${day}T02:00`, timeZone);

let commands: TestCommands;
let server: TestServer;
let onAir: TestOnAir;
let admin: SignedInBrowser;
/** What on-air was asked when the link came up. */
let asked: readonly unknown[];
beforeAll(async () => {
  commands = await startTestCommands();
  server = commands.server;
  await server.settings.change(() => ({ timeZone }));
  admin = await server.signIn("admin");
  onAir = new TestOnAir(path.join(server.dataDir, "on-air.sock"));
  await onAir.listen();
  server.link.start();
  await onAir.next("hello");
  const hello = { kind: "hello", protocolVersion: 1, journalId: randomUUID() } as const;
  onAir.send({ ...hello, newestNumber: 0 });
  await server.database.connection.execute(sql`
    insert into plays (id, title, artist, start_ms, audio_start_ms, started_at_ms)
    values (${randomUUID()}, 'Live', 'Ada', 0, 0, ${atMs})`);

  onAir.send(
    { kind: "replayed" },
    { kind: "status", status: { ...testStatus(null), listeners: 7 } },
  );
  const first = await onAir.answer("takeSessions", {
    ledgerId,
    rows: [row(1), row(2, { country: null })],
    hasMore: true,
  });
  const second = await onAir.answer("takeSessions", {
    ledgerId,
    rows: [row(3, { fromMs: atMs + HOUR_MS, toMs: atMs + HOUR_MS + 600_000 })],
    hasMore: true,
  });
  const third = await onAir.answer("takeSessions", { ledgerId, rows: [], hasMore: false });
  asked = [first, second, third];
});
afterAll(async () => {
  await commands[Symbol.asyncDispose]();
  await onAir.close();
});

function row(number: number, more: Partial<SessionRow> = {}): SessionRow {
  return sessionRow(number, { fromMs: atMs, toMs: atMs + 600_000, day, ...more });
}

async function read(address: string, browser: SignedInBrowser = admin) {
  return await browser.call("GET", `/api/listeners/${address}`);
}

async function history(query: string) {
  return listenersCalls.getListeningHistory.response.parse((await read(`history?${query}`)).body);
}

test("[K1] sessions are taken when the link comes up, until there are no more", () => {
  expect(asked).toEqual([
    { stored: null, most: 10_000 },
    { stored: { ledgerId, number: 2 }, most: 10_000 },
    { stored: { ledgerId, number: 3 }, most: 10_000 },
  ]);
});

test("[K5] the history is read by the hour and by the day of the station's calendar", async () => {
  const hours = await history(`from=${day}&to=${day}&step=hour`);
  const days = await history(`from=${addDays(day, -1)}&to=${day}`);

  const figures = { peakListeners: null, lostSessions: 0 };
  expect(hours.steps).toHaveLength(24);
  expect(hours.steps.slice(2, 4)).toEqual([
    {
      from: new Date(atMs).toISOString(),
      to: new Date(atMs + HOUR_MS).toISOString(),
      date: day,
      seconds: 1200,
      averageListeners: 0.3,
      sessions: 2,
      uniques: null,
      ...figures,
    },
    expect.objectContaining({ seconds: 600, sessions: 1 }),
  ]);
  expect(days).toMatchObject({
    timeZone,
    step: "day",
    steps: [
      { date: addDays(day, -1), seconds: 0, sessions: 0, uniques: null },
      { date: day, seconds: 1800, sessions: 3, uniques: { average: 3, highest: 3 } },
    ],
    total: { seconds: 1800, sessions: 3 },
  });
});

test("days that don't exist, are too many, or come in the wrong order are refused, and so are unknown fields", async () => {
  const fieldOf = async (address: string) => {
    const { status, body } = await read(address);
    return [status, typeof body === "object" && body !== null && "field" in body && body.field];
  };

  expect(await fieldOf("history?from=2027-02-30")).toEqual([400, "from"]);
  expect(await fieldOf("history?from=2027-03-02&to=2027-03-01")).toEqual([400, "to"]);
  expect(await fieldOf("history?from=2020-01-01&to=2027-03-01")).toEqual([400, "from"]);
  expect(await fieldOf("tracks?from=2026-01-01&to=2027-01-02")).toEqual([400, "to"]);
  expect(await fieldOf("places?from=2000-01-01&to=2027-01-02")).toEqual([400, "to"]);
  expect(await fieldOf("history?from=9999-01-01&to=9999-12-31")).toEqual([400, "to"]);
  expect(await fieldOf("history?step=year")).toEqual([400, "step"]);
  expect(await fieldOf("history?from=0000-01-01&to=0000-01-02")).toEqual([400, "from"]);
});

test("[K4] a play has its audience, also a title of a DJ", async () => {
  const { body, headers } = await read(`tracks?from=${day}&to=${day}`);

  expect(headers.get("x-total-count")).toBe("1");
  expect(body).toMatchObject([
    { trackId: null, title: "Live", plays: 1, seconds: 1800, joined: 3, left: 3, leftEarly: 0 },
  ]);
});

test("[K2] places name what is unknown with null", async () => {
  const { body } = await read(`places?from=${day}&to=${day}`);

  expect(body).toMatchObject({
    countries: [
      { value: "DE", seconds: 1200, sessions: 2 },
      { value: null, seconds: 600, sessions: 1 },
    ],
    edges: [{ value: null, seconds: 1800, sessions: 3 }],
    players: [{ value: "VLC", seconds: 1800, sessions: 3 }],
  });
});

test("[K6] hosts see their own shows, and admins all", async () => {
  const moderator = await server.signIn("moderator");
  const [host, other] = [await server.signIn("dj"), await server.signIn("dj")];
  const addShow = async (name: string, startsAt: string, by: SignedInBrowser) => {
    const body = { name, hostIds: [by.account?.id] };
    const made = await moderator.call("POST", "/api/programme/shows", { body });
    const { id } = showSchema.parse(made.body);
    await moderator.call("POST", "/api/schedule/entries", {
      body: { what: { kind: "show", showId: id }, startsAt, durationMinutes: 60 },
    });
    return id;
  };
  const id = await addShow("Night", `${day}T01:30`, host);
  const otherId = await addShow("Day", `${day}T12:00`, other);
  const query = `shows?from=${day}&to=${day}`;

  const all = await read(query);

  const seconds = { plays: 1, seconds: 1800, joined: 3, left: 3, broadcasts: 1 };
  expect(all.body).toMatchObject([
    { id, name: "Night", averageListeners: 0.5, ...seconds },
    { id: otherId, name: "Day", plays: 0 },
  ]);
  expect((await read(query, host)).body).toMatchObject([{ id, ...seconds }]);
  expect((await read(query, other)).body).toMatchObject([{ id: otherId, plays: 0 }]);
  expect((await read(query, moderator)).body).toEqual([]);
});

test("who listens now comes from on-air, without the address, the longest first", async () => {
  const { sessionId, mount, via, edge, player, device, country, subdivision, seconds } = row(1);
  const who = { sessionId, mount, via, edge, player, device, country, subdivision, seconds };
  const listening = [
    { ...who, startedAtMs: atMs + 5, address: "192.0.2.1" },
    {
      ...who,
      sessionId: randomUUID(),
      startedAtMs: atMs,
      address: null,
      edge: "paris",
      via: "edge",
    },
  ];

  const [answer] = await Promise.all([
    read("now?limit=1&offset=1"),
    onAir.answer("listeningNow", { listeners: listening }),
  ]);

  expect(answer.headers.get("x-total-count")).toBe("2");
  expect(answer.body).toEqual([
    {
      id: who.sessionId,
      since: new Date(atMs + 5).toISOString(),
      seconds: 600,
      mount: "/stream.mp3",
      via: "stream",
      edge: null,
      player: "VLC",
      device: "computer",
      country: "DE",
      subdivision: null,
    },
  ]);
});

test("a listener is disconnected, which the system log shows; an unknown one is not found", async () => {
  const id = randomUUID();
  const disconnect = async (disconnected: boolean) => {
    const [answer, input] = await Promise.all([
      admin.call("DELETE", `/api/listeners/now/${id}`),
      onAir.answer("disconnectListener", { disconnected }),
    ]);
    return { status: answer.status, body: answer.body, input };
  };

  const input = { sessionId: id };
  expect(await disconnect(true)).toEqual({ status: 200, body: { disconnected: true }, input });
  expect(await disconnect(false)).toMatchObject({ status: 404, body: { code: "not_found" } });
  await expect
    .poll(async () => (await admin.call("GET", "/api/system-logs?q=disconnected")).body)
    .toMatchObject([{ message: expect.stringContaining("disconnected a listener") }]);
});

test("an on-air without a ledger is answered as a conflict", async () => {
  const [answer] = await Promise.all([read("now"), onAir.refuse("listeningNow", "unknown")]);

  expect(answer).toMatchObject({ status: 409, body: { error: "unknown" } });
});

test("the metrics count sessions and listening time", async () => {
  const text = await (await fetch(new URL("/metrics", server.origin))).text();

  expect(text.split("\n").filter((line) => line.startsWith("neonrelay_listening"))).toEqual([
    "neonrelay_listening_sessions_total 3",
    "neonrelay_listening_seconds_total 1800",
  ]);
});

test("the command line prints the history and who listens", async () => {
  const { run } = commands;
  const { text } = await run("listeners", "history", "--days", "2");
  const [now] = await Promise.all([
    run("listeners", "now"),
    onAir.answer("listeningNow", { listeners: [] }),
  ]);

  expect(text.split("\n")[0]).toBe(
    `${day}  hours 0.5, average 0, peak unknown, sessions 3, uniques 3`,
  );
  expect(now).toEqual({ exitCode: 0, text: "Nobody listens" });
  expect(await run("listeners", "history", "--days", "0")).toMatchObject({ exitCode: 1 });
});
