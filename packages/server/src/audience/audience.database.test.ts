import type { SessionRow } from "@neonrelay/on-air/protocol";
import { sql, type SQL } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { addTestTracks, openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import {
  listDays,
  listHours,
  listListenedTracks,
  listPlaces,
  sumPlaysBetween,
} from "./audience-store.ts";
import { createLogTo } from "@neonrelay/process/log";
import { AudienceIntake } from "./audience-intake.ts";
import { createStationEvents } from "../events/station-events.ts";
import { CommandRefusedError, LinkDownError } from "../on-air-link/open-commands.ts";
import { Settings } from "../settings/settings.ts";
import { storeLedgerRows } from "./ledger-actions.ts";
import { countUniques, findLedgerPosition, raisePeak } from "./ledger-store.ts";
import { noonMs, sessionId, sessionRow } from "./test-session-rows.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const dayMs = noonMs - 12 * HOUR_MS;
const ledgerId = randomUUID();
const whole = { fromMs: dayMs, untilMs: dayMs + 24 * HOUR_MS };
const days = { fromDay: "2030-01-10", untilDay: "2030-01-11" };

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of [
    "listening_sessions",
    "listening_rollups",
    "listening_days",
    "listening_hashes",
    "audience_position",
    "plays",
    "tracks",
  ])
    await run(sql`delete from ${sql.identifier(table)}`);
});

async function run(statement: SQL): Promise<readonly Record<string, unknown>[]> {
  return (await opened.database.connection.execute(statement)).rows;
}

/** @returns the numbers of the rows that were new */
async function store(rows: readonly SessionRow[], ledger = ledgerId): Promise<readonly number[]> {
  const { database } = opened;
  const added = await storeLedgerRows(
    { database, timeZone: "UTC" },
    { ledgerId: ledger, rows, lost: [] },
  );
  return added.map(({ number }) => number);
}

async function addPlay(
  minute: number,
  more: { readonly trackId?: string; readonly title?: string; readonly by?: string } = {},
): Promise<string> {
  const id = randomUUID();
  const { trackId = null, title = "t", by = null } = more;
  await run(sql`
    insert into plays (id, track_id, title, artist, requested_by, start_ms, audio_start_ms, started_at_ms, ended_at_ms)
    values (${id}, ${trackId}, ${title}, 'a', ${by}, 0, 0, ${noonMs + minute * MINUTE_MS},
      ${noonMs + (minute + 3) * MINUTE_MS})`);
  return id;
}

test("[K1] rows that come twice are stored once, and those after them are new", async () => {
  const rows = [sessionRow(1), sessionRow(2)];

  expect(await store(rows)).toEqual([1, 2]);
  expect(await store(rows)).toEqual([]);
  expect(await store([...rows, sessionRow(3)])).toEqual([3]);
  expect(await store(rows)).toEqual([]);

  expect(await findLedgerPosition(opened.database.connection)).toEqual({ ledgerId, number: 3 });
  expect(await listDays(opened.database.connection, days)).toEqual([
    { day: "2030-01-10", seconds: 180, sessions: 3, lost: 0, peak: null, uniques: 3 },
  ]);
});

test("[K1] another ledger is read from its beginning", async () => {
  await store([sessionRow(1)]);

  expect(await store([sessionRow(1, { sessionId: randomUUID() })], randomUUID())).toEqual([1]);
});

test("[K1] nothing of rows is stored when their position is not", async () => {
  const rows = [sessionRow(1)];
  await run(sql`alter table audience_position add constraint no_room check (number < 1)`);

  await expect(store(rows)).rejects.toThrow();
  await run(sql`alter table audience_position drop constraint no_room`);

  expect(await listDays(opened.database.connection, days)).toEqual([]);
  expect(await store(rows)).toEqual([1]);
});

test("a session over several rows and transactions is one session", async () => {
  const quarterMs = 15 * MINUTE_MS;
  const part = (number: number, more: Partial<SessionRow>) =>
    sessionRow(number, {
      sessionId: sessionId(7),
      startedAtMs: noonMs,
      fromMs: noonMs + (number - 1) * quarterMs,
      toMs: noonMs + number * quarterMs,
      isFirst: false,
      isLast: false,
      ...more,
    });

  await store([part(1, { isFirst: true }), part(2, {})]);
  const open = await run(sql`select is_open as "isOpen" from listening_sessions`);
  await store([part(3, { isLast: true })]);

  expect(open).toEqual([{ isOpen: true }]);
  expect(
    await run(sql`
      select started_at_ms - ${noonMs}::float8 as started, ended_at_ms - ${noonMs}::float8 as ended, seconds,
        bytes::int as bytes, is_open as "isOpen" from listening_sessions`),
  ).toEqual([{ started: 0, ended: 3 * quarterMs, seconds: 2700, bytes: 3000, isOpen: false }]);
});

test("[K2] hours, days and places agree with the sessions", async () => {
  const rows = Array.from({ length: 400 }, (_row, index) =>
    sessionRow(index + 1, {
      fromMs: noonMs - 6 * HOUR_MS + index * MINUTE_MS,
      mount: index % 3 === 0 ? "/opus" : "/stream.mp3",
      country: index % 5 === 0 ? null : "DE",
      player: `player ${index}`,
      seconds: index / 10,
    }),
  );

  await store(rows.slice(0, 150));
  await store(rows.slice(150));

  const [sessions] = z
    .array(z.object({ count: z.int(), seconds: z.number() }))
    .parse(
      await run(
        sql`select count(*)::int as count, round(sum(seconds) * 1000) as seconds from listening_sessions`,
      ),
    );
  const connection = opened.database.connection;
  const hours = await listHours(connection, whole);
  const places = await listPlaces(connection, whole);
  const sumOf = (parts: readonly { readonly seconds: number; readonly sessions: number }[]) => ({
    count: parts.reduce((sum, part) => sum + part.sessions, 0),
    seconds: Math.round(parts.reduce((sum, part) => sum + part.seconds, 0) * 1000),
  });
  expect(hours).toHaveLength(7);
  expect(sessions).toEqual(sumOf(hours));
  expect(sessions).toEqual(sumOf(await listDays(connection, days)));
  for (const [dimension, values] of Map.groupBy(places, (place) => place.dimension))
    expect([dimension, sumOf(values)]).toEqual([dimension, sessions]);
  expect(places.filter(({ dimension }) => dimension === "player")).toHaveLength(201);
  expect(places.filter(({ dimension }) => dimension === "country")).toMatchObject([
    { value: "DE", sessions: 320 },
    { value: "", sessions: 80 },
  ]);
});

test("[K2] values beyond the 200 longest of several days are read as other", async () => {
  const rows = Array.from({ length: 300 }, (_row, index) =>
    sessionRow(index + 1, {
      player: `player ${index}`,
      fromMs: noonMs + (index < 150 ? 0 : 24 * HOUR_MS),
      day: index < 150 ? "2030-01-10" : "2030-01-11",
    }),
  );
  await store(rows);

  const places = await listPlaces(opened.database.connection, {
    fromMs: dayMs,
    untilMs: dayMs + 48 * HOUR_MS,
  });
  const players = places.filter(({ dimension }) => dimension === "player");

  expect(players).toHaveLength(201);
  expect(players[0]).toMatchObject({ value: "other", seconds: 6000, sessions: 100 });
});

test("[K3] a listener counts once a day; a day is counted once, and its hashes are deleted", async () => {
  const { hash } = sessionRow(1);
  await store([
    sessionRow(1),
    sessionRow(2, { hash }),
    sessionRow(3),
    sessionRow(4, { hash, day: "2030-01-11" }),
  ]);
  const connection = opened.database.connection;

  const before = await listDays(connection, days);
  await countUniques(connection, "2030-01-11");
  await countUniques(connection, "2030-01-11");
  await store([sessionRow(5)]);

  expect(before).toMatchObject([{ uniques: 2 }]);
  expect(await listDays(connection, days)).toMatchObject([{ uniques: 2, sessions: 4 }]);
  expect(await run(sql`select day::text as day from listening_hashes`)).toEqual([
    { day: "2030-01-11" },
  ]);
});

test("[K5] the peak of an hour and a day only rises, and no sum of sessions changes it", async () => {
  const connection = opened.database.connection;
  for (const listeners of [3, 8, 5])
    await raisePeak(connection, { atMs: noonMs, day: "2030-01-10", listeners });
  await store([sessionRow(1)]);

  expect(await listHours(connection, whole)).toEqual([
    { atMs: noonMs, seconds: 60, sessions: 1, lost: 0, peak: 8 },
  ]);
  expect(await listDays(connection, days)).toMatchObject([{ seconds: 60, peak: 8 }]);
});

test("[K4] what listeners did during a play adds up over transactions, and goes with the play", async () => {
  const [trackId = ""] = await addTestTracks(opened.database, ["first"]);
  const first = await addPlay(0, { trackId, by: "ada" });
  await addPlay(3, { title: "Live" });
  await run(sql`insert into play_likes (play_id, liker_key) values (${first}, 'eve')`);
  const minutes = (from: number, to: number) => ({
    fromMs: noonMs + from * MINUTE_MS,
    toMs: noonMs + to * MINUTE_MS,
  });

  await store([sessionRow(1, minutes(-1, 1)), sessionRow(2, minutes(1, 4))]);
  await store([sessionRow(3, { ...minutes(2, 5), country: null })]);

  const query = { ...whole, sort: "seconds", isDescending: true, limit: 1, offset: 0 } as const;
  const connection = opened.database.connection;
  const page = await listListenedTracks(connection, query);
  expect(page).toEqual({
    total: 2,
    tracks: [
      {
        trackId,
        title: "t",
        artist: "a",
        plays: 1,
        seconds: 240,
        likes: 1,
        requests: 1,
        atStart: 1,
        joined: 2,
        left: 1,
        leftEarly: 0,
      },
    ],
  });
  expect(await listListenedTracks(connection, { ...query, offset: 1 })).toMatchObject({
    total: 2,
    tracks: [{ trackId: null, title: "Live", seconds: 180, atStart: 2, joined: 0, left: 2 }],
  });
  expect(await listListenedTracks(connection, { ...query, offset: 2 })).toEqual({
    total: 2,
    tracks: [],
  });
  expect(
    await run(sql`select mounts, countries from play_audience where play_id = ${first}`),
  ).toEqual([{ mounts: { "/stream.mp3": 240 }, countries: { DE: 180, "": 60 } }]);
  await run(sql`delete from plays`);
  expect(await run(sql`select count(*)::int as n from play_audience`)).toEqual([{ n: 0 }]);
});

test("[K6] plays count between the moments in which they begin", async () => {
  for (const minute of [0, 3, 6, 60]) await addPlay(minute);
  await store([sessionRow(1, { toMs: noonMs + 5 * MINUTE_MS })]);

  const moments = [noonMs, noonMs + 5 * MINUTE_MS, noonMs + 10 * MINUTE_MS, noonMs + HOUR_MS];
  const sums = await sumPlaysBetween(opened.database.connection, moments);

  expect(sums).toEqual([
    { bucket: 0, plays: 2, seconds: 300, atStart: 1, joined: 1, left: 1, leftEarly: 0 },
    { bucket: 1, plays: 1, seconds: 0, atStart: 0, joined: 0, left: 0, leftEarly: 0 },
  ]);
  expect(await sumPlaysBetween(opened.database.connection, [])).toEqual([]);
});

test("[K1] the position follows what on-air had no room for", async () => {
  const lost = { spanFromMs: noonMs, mount: "/opus", country: null, seconds: 60, sessions: 1 };
  const take = (number: number) =>
    storeLedgerRows(
      { database: opened.database, timeZone: "UTC" },
      { ledgerId, rows: [sessionRow(2)], lost: [{ ...lost, number }] },
    );

  await take(1);
  await take(1);
  await take(9);

  const connection = opened.database.connection;
  expect(await findLedgerPosition(connection)).toEqual({ ledgerId, number: 9 });
  expect(await listDays(connection, days)).toMatchObject([{ seconds: 180, sessions: 3, lost: 2 }]);
});

test("10,000 sessions that end in the same second are one transaction", async () => {
  const rows = Array.from({ length: 10_000 }, (_row, index) =>
    sessionRow(index + 1, { toMs: noonMs + 1000 }),
  );

  await store(rows);

  expect(await listDays(opened.database.connection, days)).toMatchObject([
    { sessions: 10_000, seconds: 10_000, uniques: 10_000 },
  ]);
});

/** The intake with an on-air that answers with what the test puts into `answers`, and a minute at the test's word. */
async function startIntake() {
  const { database } = opened;
  const lines: string[] = [];
  const log = createLogTo((line) => lines.push(line), { part: "test", level: "warn" });
  const events = createStationEvents(log);
  const settings = await Settings.load(database, events);
  await settings.change(() => ({ timeZone: "UTC" }));
  const answers: (Error | { readonly rows: SessionRow[]; readonly hasMore?: boolean })[] = [];
  const link = {
    people: 0,
    run: async () => {
      const answer = answers.shift() ?? { rows: [] };
      if (answer instanceof Error) throw answer;
      return { ledgerId, lost: [], hasMore: false, ...answer };
    },
  };
  let nowMs = noonMs;
  let minute = () => {};
  const intake = new AudienceIntake(
    { database, link, settings, events, log },
    {
      nowMs: () => nowMs,
      every: (run) => {
        minute = run;
        return () => (minute = () => {});
      },
    },
  );
  return {
    answers,
    intake,
    lines,
    /** on-air reports so many listeners. */
    report: (listeners: number, atMs = nowMs) => {
      nowMs = atMs;
      link.people = listeners;
      events.publish({ type: "on-air.changed" });
    },
    aMinutePasses: async () => {
      minute();
      await intake.settled();
    },
    [Symbol.asyncDispose]: async () => {
      await intake.close();
      await settings.close();
    },
  };
}

test("[K1] sessions wait in on-air while it is away or of a release without a ledger, and nothing is said", async () => {
  await using station = await startIntake();
  station.answers.push(new LinkDownError("away"), new CommandRefusedError("no such command"));

  await station.aMinutePasses();
  await station.aMinutePasses();
  const before = station.intake.totals;
  station.answers.push({ rows: [sessionRow(1)], hasMore: true }, { rows: [sessionRow(2)] });
  await station.aMinutePasses();

  expect(before).toEqual({ sessions: 0, seconds: 0 });
  expect(station.intake.totals).toEqual({ sessions: 2, seconds: 120 });
  expect(station.lines).toEqual([]);
});

test("[K1] an on-air that repeats what is stored is asked again after a minute only", async () => {
  await using station = await startIntake();
  const rows = [sessionRow(1)];
  station.answers.push({ rows, hasMore: true }, { rows, hasMore: true }, { rows: [sessionRow(2)] });

  await station.aMinutePasses();

  expect(station.intake.totals.sessions).toBe(1);
  expect(station.answers).toHaveLength(1);
});

test("[K5] the peak is the highest number on-air reported in an hour, also between two minutes", async () => {
  await using station = await startIntake();
  station.report(4, noonMs);
  station.report(9);
  station.report(5, noonMs + HOUR_MS);
  await station.aMinutePasses();
  station.report(6);
  station.report(2);
  await station.aMinutePasses();

  const hours = await listHours(opened.database.connection, whole);
  expect(hours.map(({ peak }) => peak)).toEqual([9, 6]);
});

test("[K3] a day is counted once the day after it is over", async () => {
  await using station = await startIntake();
  const countedOn = async (atMs: number) => {
    station.report(0, atMs);
    await station.aMinutePasses();
    return await run(sql`select uniques from listening_days`);
  };
  station.answers.push({ rows: [sessionRow(1)] });

  expect(await countedOn(noonMs)).toEqual([{ uniques: null }]);
  expect(await countedOn(noonMs + 35 * HOUR_MS)).toEqual([{ uniques: null }]);
  expect(await countedOn(noonMs + 36 * HOUR_MS)).toEqual([{ uniques: 1 }]);
});
