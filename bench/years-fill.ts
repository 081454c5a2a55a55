import { gzipSync } from "node:zlib";
import { MAX_MERGES, MAX_TRACK_EDITS, PLAN_HOURS, planSchema } from "@neonrelay/contract";
import { until } from "@neonrelay/test-station";
import { sql } from "drizzle-orm";
import type { TestServer } from "../packages/server/src/api/test-server.ts";
import type { Connection, Database } from "../packages/server/src/database/database.ts";
import { storeWaveform } from "../packages/server/src/library/cues/waveform-folder.ts";
import { countChangedGroups } from "../packages/server/src/library/groups/group-counter.ts";
import { fillLibrary } from "../packages/server/src/library/test-library.ts";
import { ACCOUNTS, fill, fillHistory, SPOTS, TRACKS } from "./years-history.ts";
import { fillLists } from "./years-lists.ts";
import { fillProgramme } from "./years-programme.ts";

/** A track is heard for this long in the example's waveform, in seconds; 12 bytes, and three for each 64 samples. */
const WAVEFORM_BYTES = 12 + 3 * Math.ceil((44_100 * 240) / 64);
const TRACKS_OF_AN_EDIT = 100;
/** Of the numbered tracks. */
const FIRST_MERGED = 6000;

/** Library, accounts and programme, from which the server then makes its plan. Retention is unlimited. */
export async function fillBefore({ connection, ...database }: Database): Promise<void> {
  await fillLibrary({ connection, ...database }, TRACKS);
  await connection.execute(
    sql`update station_settings set retention = '{"chatDays":0,"commentDays":0,"historyDays":0,"securityEventDays":0}'`,
  );
  await connection.execute(
    sql`create table numbered as select row_number() over (order by id) - 1 as n, id, title, artist from tracks`,
  );
  await connection.execute(sql`create unique index on numbered (n)`);
  await connection.execute(sql`
    update tracks set content_kind = 'spot', is_kind_by_hand = true where id in (select id from numbered where n < ${SPOTS})`);
  await fill(connection, {
    rows: ACCOUNTS,
    insert: (from, to) => sql`
      insert into users (id, username, role) select gen_random_uuid(), 'listener ' || n, case when n % 40 = 0 then 'dj' else 'listener' end
      from generate_series(${from}::int, ${to}::int) n`,
  });
  await connection.execute(sql`
    insert into duplicate_pairs (track_id, other_id, agreement)
    select least(one.id, other.id), greatest(one.id, other.id), 0.95 from generate_series(0, ${MAX_MERGES - 1}::int) as given (n)
    join numbered one on one.n = ${FIRST_MERGED}::int + given.n * 3 join numbered other on other.n - one.n in (1, 2)`);
  const { rows } = await connection.execute<{ readonly id: string }>(
    sql`select id from users where role = 'dj'`,
  );
  await fillProgramme(connection, { hostIds: rows.map(({ id }) => id) });
}

/** Data best made by the product itself: edits, merges and the plan. */
export async function fillByCalls(server: TestServer): Promise<void> {
  const { connection } = server.database;
  const { call } = await server.signIn("super_admin");
  const post = async (address: string, body: unknown): Promise<void> => {
    const { status, body: answer } = await call("POST", address, { body });
    if (status !== 200) throw new Error(`${address} returned ${status} ${JSON.stringify(answer)}`);
  };
  for (let edit = 0; edit < MAX_TRACK_EDITS; edit += 1) {
    const trackIds = await tracksFrom(
      connection,
      100 + edit * TRACKS_OF_AN_EDIT,
      TRACKS_OF_AN_EDIT,
    );
    const tags = Array.from({ length: 10 }, (_none, index) => `tag ${edit * 10 + index}`);
    // Some edits leave texts that look as if they were read in the wrong charset.
    const album = edit % 25 === 0 ? { album: { do: "set", to: "Ð“Ñ€ÑƒÐ¿Ð¿Ð° ÐºÑ€Ð¾Ð²Ð¸" } } : {};
    await post("/api/tracks/edits", {
      trackIds,
      changes: { ownTags: { do: "add", tags }, ...album },
    });
  }
  for (let merge = 0; merge < MAX_MERGES; merge += 1) {
    const [keptId, ...otherIds] = await tracksFrom(connection, FIRST_MERGED + merge * 3, 3);
    await post("/api/duplicates/merge", { keptId, otherIds });
  }
  await until("the hours ahead are planned", async () => {
    const { rows } = await connection.execute<{ readonly is_full: boolean }>(sql`
      select max(starts_at_ms) > ${Date.now() + (PLAN_HOURS - 1) * 60 * 60_000}::float8 as is_full from plan_items`);
    return rows[0]?.is_full === true;
  });
}

/** Everything else, in the state that maintenance leaves it in. */
export async function fillRest(database: Database): Promise<void> {
  const { connection } = database;
  await connection.execute(
    sql`create table numbered_reasons as select row_number() over (order by position) - 1 as n, reason from plan_items`,
  );
  const planned = await connection.execute<{ readonly count: number }>(
    sql`select count(*)::int as count from numbered_reasons`,
  );
  await fillHistory(connection, planned.rows[0]?.count ?? 0);
  await fillLists({ tracks: TRACKS, fill: (rows, insert) => fill(connection, { rows, insert }) });
  for (;;) {
    await countChangedGroups(database, 5000);
    const { rows } = await connection.execute(sql`select 1 from changed_track_groups limit 1`);
    if (rows.length === 0) break;
  }
  await connection.execute(sql`drop table numbered, numbered_reasons`);
  for (const name of await tableNames(connection)) {
    await connection.execute(sql`vacuum ${sql.identifier(name)}`);
    await connection.execute(sql`analyze ${sql.identifier(name)}`);
  }
}

/** Ids for calls that need one. */
export async function findExamples(connection: Connection) {
  const { rows } = await connection.execute<Record<string, string>>(sql`
    select (select id from tracks where fingerprint is not null limit 1) as "trackId",
      (select id from playlists where name = 'playlist 0') as "longPlaylistId",
      (select id from playlists where name = 'playlist 1') as "playlistId",
      (select id from playlists where rule is not null limit 1) as "smartPlaylistId",
      (select id from shows order by slug limit 1) as "showId",
      (select slug from shows order by slug limit 1) as "slug",
      (select id from plays order by started_at_ms limit 1) as "playId",
      (select id from chat_messages order by number limit 1 offset 200) as "oldLineId",
      (select id from system_logs order by timestamp limit 1 offset 100) as "oldLogId",
      (select id from security_events order by timestamp limit 1 offset 100) as "oldEventId",
      (select id from chat_sanctions order by created_at limit 1 offset 100) as "oldSanctionId"`);
  return rows[0];
}

/** An item of the plan the server made at its start, not of the earlier one. */
export async function findPlannedItem(call: TestServer["call"]): Promise<string> {
  return await until("an item of the plan can be explained", async () => {
    const { body } = await call("GET", "/api/plan?limit=500");
    const id = planSchema.parse(body).items.at(-1)?.id;
    if (id === undefined) return false;
    const { status } = await call("GET", `/api/plan/${id}/why`);
    return status === 200 && id;
  });
}

/** Gives one track a waveform like that of a read file. */
export async function storeExampleWaveform({
  database,
  dataDir,
}: Pick<TestServer, "database" | "dataDir">): Promise<void> {
  const fingerprint = "5".repeat(64);
  await database.connection.execute(
    sql`update tracks set fingerprint = ${fingerprint} where id = (select id from tracks limit 1)`,
  );
  const packed = gzipSync(Buffer.alloc(WAVEFORM_BYTES, 7));
  await storeWaveform(dataDir, { fingerprint, packed });
}

/** For each non-empty table: its rows, and the size of each with its share of the indexes. */
export async function tableSizes(connection: Connection) {
  const sizes = [];
  for (const name of await tableNames(connection)) {
    const counted = await connection.execute<{ readonly rows: number; readonly bytes: number }>(sql`
      select count(*)::int as rows, pg_total_relation_size(${name}::regclass)::int as bytes from ${sql.identifier(name)}`);
    const [size] = counted.rows;
    if (size !== undefined && size.rows > 0) sizes.push({ table: name, ...size });
  }
  return sizes;
}

async function tableNames(connection: Connection): Promise<readonly string[]> {
  const { rows } = await connection.execute<{ readonly name: string }>(
    sql`select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function tracksFrom(
  connection: Connection,
  first: number,
  count: number,
): Promise<readonly string[]> {
  const { rows } = await connection.execute<{ readonly id: string }>(
    sql`select id from numbered where n >= ${first} order by n limit ${count}`,
  );
  return rows.map(({ id }) => id);
}
