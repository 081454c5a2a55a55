import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addTestTracks, openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import type { ReportPlay } from "./report-play.ts";
import { insertReport, listReports, readPlays } from "./report-store.ts";

const fromMs = Date.parse("2027-03-01T00:00:00Z");
const untilMs = fromMs + 24 * 3_600_000;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());

async function addPlay(
  offsetMs: number,
  {
    kind = "library",
    trackId = null,
  }: { readonly kind?: string; readonly trackId?: string | null },
): Promise<string> {
  const id = randomUUID();
  const dj = kind === "live" ? "ada" : null;
  await opened.database.connection.execute(sql`
    insert into plays (id, kind, track_id, dj_name, title, artist, start_ms, audio_start_ms, started_at_ms, played_ms)
    values (${id}, ${kind}, ${trackId}, ${dj}, 'then', 'was', 0, 0, ${fromMs + offsetMs}, 1000)`);
  return id;
}

async function read(): Promise<readonly ReportPlay[]> {
  const all: ReportPlay[] = [];
  for await (const page of readPlays(opened.database.connection, { fromMs, untilMs }))
    all.push(...page);
  return all;
}

test("[K27] plays have today's fields of their track and their audience; live titles, spots and removed tracks are there", async () => {
  const { connection } = opened.database;
  const [trackId = ""] = await addTestTracks(opened.database, ["Night Drive"]);
  await connection.execute(sql`update tracks set isrc = 'DEA123456789', label = 'Relay'`);
  const heard = await addPlay(0, { trackId });
  await connection.execute(sql`
    insert into play_audience (play_id, seconds, at_start, at_end, joined, "left", left_early, mounts, countries)
    values (${heard}, 90, 2, 3, 1, 0, 0, '{"/": 90}', '{"US": 60, "": 30}')`);
  const live = await addPlay(1, { kind: "live" });
  const spot = await addPlay(2, {});
  await connection.execute(
    sql`insert into spot_airings (play_id, length_ms) values (${spot}, 1000)`,
  );
  const removed = await addPlay(3, {});
  await addPlay(-1, {});
  await addPlay(untilMs - fromMs, {});

  const nothing = {
    trackId: null,
    artist: "was",
    title: "then",
    album: "",
    label: "",
    isrc: "",
    djName: "",
    durationMs: null,
    playedMs: 1000,
    seconds: 0,
    atStart: 0,
    joined: 0,
    countries: {},
  };
  expect(await read()).toEqual([
    {
      ...nothing,
      id: heard,
      startedAtMs: fromMs,
      kind: "music",
      trackId,
      artist: "Test Tones",
      title: "Night Drive",
      label: "Relay",
      isrc: "DEA123456789",
      durationMs: 61_499,
      seconds: 90,
      atStart: 2,
      joined: 1,
      countries: { US: 60, "": 30 },
    },
    { ...nothing, id: live, startedAtMs: fromMs + 1, kind: "live", djName: "ada" },
    { ...nothing, id: spot, startedAtMs: fromMs + 2, kind: "spot" },
    { ...nothing, id: removed, startedAtMs: fromMs + 3, kind: "music" },
  ]);
});

test("plays are read in order over several pages, those of one moment too", async () => {
  const { connection } = opened.database;
  await connection.execute(sql`delete from plays`);
  await connection.execute(sql`
    insert into plays (id, title, artist, start_ms, audio_start_ms, started_at_ms)
    select gen_random_uuid(), 't', 'a', 0, 0, ${fromMs}::float8 + n / 700 from generate_series(0, 1399) n`);

  const all = await read();

  expect(new Set(all.map(({ id }) => id)).size).toBe(1400);
  const keys = all.map(({ startedAtMs, id }) => `${startedAtMs} ${id}`);
  expect(keys).toEqual(keys.toSorted());
});

test("[K29] the newest fifty reports are kept", async () => {
  const { database } = opened;
  const answers = {
    kind: "csv",
    from: "2027-03-01",
    to: "2027-03-01",
    timeZone: "UTC",
    service: null,
    columns: null,
  } as const;
  for (let day = 0; day < 52; day += 1)
    await database.transaction((transaction) =>
      insertReport(transaction, {
        id: randomUUID(),
        createdAt: new Date(fromMs + day * 1000),
        createdBy: "ada",
        answers,
      }),
    );

  const kept = await listReports(database.connection);

  expect(kept).toHaveLength(50);
  expect(kept.at(-1)?.createdAt).toEqual(new Date(fromMs + 2000));
  expect(kept[0]).toMatchObject({ answers, failure: null, result: null });
});
