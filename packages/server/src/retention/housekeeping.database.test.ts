import type { Retention } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addTestTracks, openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { Settings } from "../settings/settings.ts";
import { createStationEvents } from "../events/station-events.ts";
import { Housekeeping } from "./housekeeping.ts";
import { agedBefore, rowsKept } from "./retention-rules.ts";

const DAY_MS = 24 * 60 * 60_000;
const NOW_MS = Date.UTC(2026, 0, 31);
const forEver: Retention = { chatDays: 0, commentDays: 0, historyDays: 0, securityEventDays: 0 };
const fewRows = [
  { kind: "chat", kept: 30 },
  { kind: "comments", kept: 20 },
  { kind: "commentLikes", kept: 10 },
  { kind: "playLikes", kept: 10 },
  { kind: "requests", kept: 10 },
  { kind: "systemLogs", kept: 50 },
  { kind: "securityEvents", kept: 40 },
  { kind: "listeningSessions", kept: 10 },
] as const;
const log = createLog({ part: "test", level: "silent" });

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ["chat_messages", "comments", "plays", "security_events", "system_logs"])
    await run(sql`delete from ${sql.identifier(table)}`);
  for (const table of ["requests", "sessions"])
    await run(sql`delete from ${sql.identifier(table)}`);
});

async function run(statement: SQL): Promise<readonly Record<string, unknown>[]> {
  return (await opened.database.connection.execute(statement)).rows;
}

/** Housekeeping on this file's database, with a clock and an hourly timer controlled by tests. */
async function startHousekeeping() {
  const events = createStationEvents(log);
  const settings = await Settings.load(opened.database, events);
  await settings.change(() => ({ retention: forEver }));
  let nowMs: number | null = NOW_MS;
  const hours = new Set<() => void>();
  const housekeeping = new Housekeeping(
    { database: opened.database, settings, events, log },
    {
      nowMs: () => nowMs,
      every: (hourly) => {
        hours.add(hourly);
        return () => void hours.delete(hourly);
      },
    },
    fewRows,
  );
  await housekeeping.settled();
  const told: string[] = [];
  events.subscribe(({ type }) => told.push(type));
  return {
    housekeeping,
    /** Events since the start. */
    told,
    keep: async (retention: Partial<Retention>) => {
      await settings.change(() => ({ retention: { ...forEver, ...retention } }));
      await housekeeping.settled();
    },
    keepSessions: async (listeningSessionDays: number) => {
      await settings.change(() => ({ listeningSessionDays }));
      await housekeeping.settled();
    },
    anHourPasses: async ({ afterDays }: { readonly afterDays: number }) => {
      nowMs = NOW_MS + afterDays * DAY_MS;
      for (const hourly of hours) hourly();
      await housekeeping.settled();
    },
    theClockIsSet: async () => {
      nowMs = null;
      for (const hourly of hours) hourly();
      await housekeeping.settled();
    },
    [Symbol.asyncDispose]: () => housekeeping.close(),
  };
}

const at = (days: number): string => new Date(NOW_MS - days * DAY_MS).toISOString();

async function chatted(...days: readonly number[]): Promise<void> {
  for (const day of days)
    await run(sql`insert into chat_messages (id, username, message, "timestamp")
      values (gen_random_uuid(), 'a', ${String(day)}, ${at(day)})`);
}

test("a retention of 0 days means forever, any other sets the cut-off, and sessions are deleted when they expire", () => {
  const retention = { ...forEver, chatDays: 2 };
  expect(agedBefore({ retention, listeningSessionDays: 0 }, NOW_MS)).toEqual([
    { kind: "chat", before: new Date(NOW_MS - 2 * DAY_MS) },
    { kind: "requests", before: new Date(NOW_MS - 8 * DAY_MS) },
    { kind: "scheduleEntries", before: new Date(NOW_MS - 400 * DAY_MS) },
    { kind: "holidays", before: new Date(NOW_MS - 400 * DAY_MS) },
    { kind: "sessions", before: new Date(NOW_MS) },
  ]);
});

test("a shorter retention takes effect when it is set, and a message is deleted within an hour of its time", async () => {
  await using station = await startHousekeeping();
  await chatted(1, 5, 50);
  const left = async () =>
    (await run(sql`select message from chat_messages order by "timestamp" desc`)).map(
      (row) => row["message"],
    );

  await station.keep({ chatDays: 10 });
  expect(await left()).toEqual(["1", "5"]);
  expect(station.told).toEqual(["settings.changed", "chat.changed"]);

  await station.anHourPasses({ afterDays: 4.9 });
  expect(await left()).toEqual(["1", "5"]);
  await station.anHourPasses({ afterDays: 5.1 });
  expect(await left()).toEqual(["1"]);
});

test("while the time is unknown nothing is deleted by age, but excess rows are", async () => {
  await using station = await startHousekeeping();
  await station.keep({ chatDays: 10 });
  await chatted(50);
  await run(sql`
    insert into system_logs (id, level, message, category)
    select gen_random_uuid(), 'info', 'm', 'c' from generate_series(1, 60)`);
  const rowsOf = async (table: string) =>
    Number((await run(sql`select count(*) as rows from ${sql.identifier(table)}`))[0]?.["rows"]);

  await station.theClockIsSet();

  expect(await rowsOf("chat_messages")).toBe(1);
  expect(await rowsOf("system_logs")).toBe(50);
  await station.anHourPasses({ afterDays: 0 });
  expect(await rowsOf("chat_messages")).toBe(0);
});

test("a comment is kept as long as a reply to it, and is deleted with old ones", async () => {
  await using station = await startHousekeeping();
  await run(sql`
    insert into comments (id, author, content, "timestamp", parent_id) values
      ('00000000-0000-4000-8000-000000000001', 'a', 'old, with a new reply', ${at(30)}, null),
      ('00000000-0000-4000-8000-000000000002', 'a', 'new reply', ${at(1)}, '00000000-0000-4000-8000-000000000001'),
      ('00000000-0000-4000-8000-000000000003', 'a', 'old, with an old reply', ${at(30)}, null),
      ('00000000-0000-4000-8000-000000000004', 'a', 'old reply', ${at(29)}, '00000000-0000-4000-8000-000000000003')`);

  await station.keep({ commentDays: 7 });

  expect(await run(sql`select content from comments order by content`)).toEqual([
    { content: "new reply" },
    { content: "old, with a new reply" },
  ]);
  expect(station.told).toEqual(["settings.changed", "comments.changed"]);
});

test("history, security events, requests and expired sessions are deleted in time, however many there are", async () => {
  await using station = await startHousekeeping();
  const [trackId] = await addTestTracks(opened.database, ["asked for"]);
  for (const [day, times] of [
    [20, 2500],
    [1, 2],
  ] as const) {
    await run(sql`
      insert into security_events (id, severity, description, event_type, "timestamp")
      select gen_random_uuid(), 'other', 'x', 'test', ${at(day)} from generate_series(1, ${times}::int)`);
    await run(sql`
      insert into plays (id, title, artist, start_ms, audio_start_ms, started_at_ms)
      select gen_random_uuid(), 't', 'a', 0, 0, ${NOW_MS - day * DAY_MS}::float8 from generate_series(1, ${times}::int)`);
    await run(sql`
      insert into requests (id, entry_id, track_id, requester_key, requested_at)
      select gen_random_uuid(), gen_random_uuid(), ${trackId}, 'r', ${at(day)} from generate_series(1, ${times}::int)`);
    await run(sql`
      insert into sessions (token_hash, expires_at)
      select gen_random_uuid()::text, ${at(day - 10)} from generate_series(1, ${times}::int)`);
  }

  await station.keep({ historyDays: 10, securityEventDays: 10 });

  expect(
    await run(sql`
      select (select count(*)::int from security_events) as events, (select count(*)::int from plays) as plays,
        (select count(*)::int from requests) as requests, (select count(*)::int from sessions) as sessions`),
  ).toEqual([{ events: 2, plays: 2, requests: 2, sessions: 2 }]);
});

test("of requests within their time the newest are kept", async () => {
  await using station = await startHousekeeping();
  const [trackId] = await addTestTracks(opened.database, ["asked for often"]);
  await run(sql`
    insert into requests (id, entry_id, track_id, requester_key, requested_at)
    select gen_random_uuid(), gen_random_uuid(), ${trackId}, n::text,
      ${at(1)}::timestamptz + n * interval '1 s' from generate_series(1, 25) n`);

  await station.anHourPasses({ afterDays: 0 });

  const left = await run(sql`select requester_key::int as n from requests order by n`);
  expect(left.map((row) => row["n"])).toEqual(Array.from({ length: 10 }, (_, index) => 16 + index));
});

test("listening sessions are deleted after their own number of days, and beyond the newest", async () => {
  await using station = await startHousekeeping();
  for (const day of [20, 5])
    await run(sql`
      insert into listening_sessions (id, mount, via, player, device, started_at_ms, ended_at_ms, seconds, bytes, is_open)
      select gen_random_uuid(), '/', 'web', 'VLC', 'tv', ${NOW_MS - day * DAY_MS}::float8 + n,
        ${NOW_MS - day * DAY_MS}::float8 + n, 1, 1, false from generate_series(1, 8) n`);
  const left = () => run(sql`select count(*)::int as n from listening_sessions`);
  await run(sql`analyze listening_sessions`);

  await station.anHourPasses({ afterDays: 0 });
  expect(await left()).toEqual([{ n: 10 }]);
  await station.keepSessions(10);
  expect(await left()).toEqual([{ n: 8 }]);
});

test("one-time entries and holidays are deleted after 400 days; repeating ones stay", async () => {
  const date = (days: number) => at(days).slice(0, 10);
  await run(sql`insert into clocks (id, name, name_key, color, is_filled, slots)
    values ('00000000-0000-4000-8000-0000000000c1', 'hour', 'hour', 'cyan', false, '[]')`);
  for (const [days, repeat] of [
    [402, null],
    [398, null],
    [900, "FREQ=WEEKLY"],
  ] as const)
    await run(sql`insert into schedule_entries (id, clock_id, starts_at, duration_minutes, repeat, except_dates, priority)
      values (gen_random_uuid(), '00000000-0000-4000-8000-0000000000c1', ${`${date(days)}T18:00`}, 60, ${repeat}, '{}', 0)`);
  for (const [days, isYearly] of [
    [402, false],
    [398, false],
    [900, true],
  ] as const)
    await run(sql`insert into holidays (id, date, name, is_yearly, day)
      values (gen_random_uuid(), ${date(days)}, ${String(days)}, ${isYearly}, '{}')`);
  await using station = await startHousekeeping();

  await station.anHourPasses({ afterDays: 0 });

  expect(await run(sql`select starts_at, repeat from schedule_entries order by starts_at`)).toEqual(
    [
      { starts_at: `${date(900)}T18:00`, repeat: "FREQ=WEEKLY" },
      { starts_at: `${date(398)}T18:00`, repeat: null },
    ],
  );
  expect(await run(sql`select name from holidays order by name`)).toEqual([
    { name: "398" },
    { name: "900" },
  ]);
});

test("a station keeps fifty thousand rows of each log and of comments, and twice as many of the chat", () => {
  expect(rowsKept.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
    { kind: "chat", kept: 100_000 },
    { kind: "commentLikes", kept: 100_000 },
    { kind: "comments", kept: 50_000 },
    { kind: "listeningSessions", kept: 5_000_000 },
    { kind: "playLikes", kept: 100_000 },
    { kind: "requests", kept: 100_000 },
    { kind: "securityEvents", kept: 50_000 },
    { kind: "systemLogs", kept: 50_000 },
  ]);
});

test("the newest rows of each log are kept, as checked after every thousand new rows", async () => {
  await using station = await startHousekeeping();
  await run(sql`
    insert into system_logs (id, level, message, category, "timestamp")
    select gen_random_uuid(), 'info', n::text, 'test', now() + n * interval '1 ms' from generate_series(1, 1600) n`);
  await run(sql`
    insert into security_events (id, severity, description, event_type)
    select gen_random_uuid(), 'other', 'x', 'test' from generate_series(1, 41)`);

  for (let n = 0; n < 999; n += 1) station.housekeeping.recordRow();
  await station.housekeeping.settled();
  expect(await run(sql`select count(*)::int as kept from system_logs`)).toEqual([{ kept: 1600 }]);
  station.housekeeping.recordRow();
  await station.housekeeping.settled();

  expect(
    await run(sql`select count(*)::int as kept, min(message::int) as oldest from system_logs`),
  ).toEqual([{ kept: 50, oldest: 1551 }]);
  expect(await run(sql`select count(*)::int as kept from security_events`)).toEqual([{ kept: 40 }]);
});

test("chat and comments kept forever are limited to a number of rows, oldest deleted first", async () => {
  await using station = await startHousekeeping();
  await run(sql`
    insert into chat_messages (id, username, message, "timestamp")
    select gen_random_uuid(), 'a', n::text, ${at(1)} from generate_series(1, 33) n`);
  await run(sql`
    insert into comments (id, author, content, "timestamp")
    select gen_random_uuid(), 'a', n::text, ${at(1)} from generate_series(1, 22) n`);

  await station.anHourPasses({ afterDays: 0 });

  expect(
    await run(sql`
      select (select count(*)::int from chat_messages) as lines, (select min(message::int) from chat_messages) as oldest_line,
        (select count(*)::int from comments) as comments, (select min(content::int) from comments) as oldest_comment`),
  ).toEqual([{ lines: 30, oldest_line: 4, comments: 20, oldest_comment: 3 }]);
  expect(station.told).toEqual(["chat.changed", "comments.changed"]);
});

test("the newest likes are kept, and a comment keeps its number of likes", async () => {
  await using station = await startHousekeeping();
  const commentId = "00000000-0000-4000-8000-000000000001";
  await run(
    sql`insert into comments (id, author, content, likes) values (${commentId}, 'a', 'b', 15)`,
  );
  await run(sql`insert into plays (id, title, artist, start_ms, audio_start_ms, started_at_ms)
    values (${commentId}, 't', 'a', 0, 0, ${NOW_MS})`);
  await run(sql`insert into comment_likes (comment_id, visitor_key, liked_at)
    select ${commentId}::uuid, n::text, ${at(0)}::timestamptz + n * interval '1 s' from generate_series(1, 15) n`);
  await run(sql`insert into play_likes (play_id, liker_key, liked_at)
    select comment_id, visitor_key, liked_at from comment_likes`);

  await station.anHourPasses({ afterDays: 0 });

  const newest = Array.from({ length: 10 }, (_like, index) => ({ n: index + 6 }));
  expect(await run(sql`select visitor_key::int as n from comment_likes order by 1`)).toEqual(
    newest,
  );
  expect(await run(sql`select liker_key::int as n from play_likes order by 1`)).toEqual(newest);
  expect(await run(sql`select likes from comments`)).toEqual([{ likes: 15 }]);
});
