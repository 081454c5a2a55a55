import { once } from "node:events";
import { sql, type SQL } from "drizzle-orm";
import type { Connection } from "../packages/server/src/database/database.ts";
import { engineInDataFolder } from "../packages/server/src/database/test-database.ts";
import { countChangedGroups } from "../packages/server/src/library/groups/group-keeper.ts";
import { fillLibrary } from "../packages/server/src/library/test-library.ts";
import { startTestServer } from "../packages/server/src/api/test-server.ts";
import { FAVOURITE_LIMIT } from "@neonrelay/contract";
import { fillLists } from "./years-lists.ts";

const TRACKS = 10_000;
const SPOTS = 40;
const ACCOUNTS = 2000;
const DAYS = 2 * 365;
/** Of songs; a spot follows each fourth. */
const PLAYS_A_DAY = 360;
const ROWS_AT_ONCE = 5000;

// A station that has been on air for two years, with all that is kept of them: the HTTP side, without on-air.
const server = await startTestServer({}, { engine: engineInDataFolder });
const { connection } = server.database;
await fillLibrary(server.database, TRACKS);
await connection.execute(
  sql`create temporary table numbered as select row_number() over (order by id) - 1 as n, id, title, artist from tracks`,
);
await connection.execute(sql`create unique index on numbered (n)`);
await fill(connection, {
  rows: ACCOUNTS,
  insert: (from, to) => sql`
    insert into users (id, username, role) select gen_random_uuid(), 'listener ' || n, 'listener'
    from generate_series(${from}::int, ${to}::int) n`,
});
await fill(connection, {
  rows: DAYS * PLAYS_A_DAY,
  insert: (from, to) => sql`
    insert into plays (id, track_id, title, artist, requested_by, start_ms, audio_start_ms, started_at_ms, duration_ms, ended_at_ms, played_ms, end_reason)
    select gen_random_uuid(), t.id, t.title, t.artist, case when play.n % 7 = 0 then 'Web User' end, play.n * 240000.0, play.n * 240000.0,
      at_ms, 240000, at_ms + 240000, 240000, 'finished'
    from (select n, (extract(epoch from now()) * 1000)::float8 - (${DAYS * PLAYS_A_DAY} - n) * 240000.0 as at_ms
      from generate_series(${from}::int, ${to}::int) n) as play
    join numbered t on t.n = case when play.n % 4 = 0 then play.n / 4 % ${SPOTS} else (play.n * 7919) % ${TRACKS} end`,
});
await inTenths(
  connection,
  (tenth) => sql`
  insert into spot_airings (play_id, planned_at_ms, length_ms, listeners)
  select id, started_at_ms, 30000, 12 from plays where (start_ms / 240000)::int % 40 = ${tenth * 4}`,
);
await inTenths(
  connection,
  (tenth) => sql`
  insert into play_likes (play_id, liker_key) select id, 'browser ' || (start_ms / 240000)::int % 3000
  from plays where (start_ms / 240000)::int % 30 = ${tenth}`,
);
await fill(connection, {
  rows: 100_000,
  insert: (from, to) => sql`
    insert into chat_messages (id, username, message, "timestamp")
    select gen_random_uuid(), 'nick' || n % 500, 'line ' || n || ' about what is on air', now() - (100000 - n) * interval '10 minutes'
    from generate_series(${from}::int, ${to}::int) n`,
});
await fill(connection, {
  rows: 50_000,
  insert: (from, to) => sql`
    insert into comments (id, author, content, "timestamp", likes)
    select gen_random_uuid(), 'author ' || n % 900, 'comment ' || n, now() - (50000 - n) * interval '20 minutes', n % 5
    from generate_series(${from}::int, ${to}::int) n`,
});
await inTenths(
  connection,
  (tenth) => sql`
  insert into comment_likes (comment_id, visitor_key) select id, 'visitor ' || number % 700 from comments where number % 10 = ${tenth}`,
);
await fill(connection, {
  rows: 50_000,
  insert: (from, to) => sql`
    insert into security_events (id, severity, description, event_type, "timestamp")
    select gen_random_uuid(), 'medium', 'event ' || n, 'login_failed', now() - (50000 - n) * interval '15 minutes'
    from generate_series(${from}::int, ${to}::int) n`,
});
await fill(connection, {
  rows: 50_000,
  insert: (from, to) => sql`
    insert into system_logs (id, level, message, category, "timestamp")
    select gen_random_uuid(), case when n % 20 = 0 then 'error' else 'info' end, 'line ' || n, 'system', now() - (50000 - n) * interval '15 minutes'
    from generate_series(${from}::int, ${to}::int) n`,
});
await fill(connection, {
  rows: 20 * ACCOUNTS,
  insert: (from, to) => sql`
    insert into favourites (account_id, track_id)
    select u.id, t.id from generate_series(${from}::int, ${to}::int) as given (n)
    join (select row_number() over (order by username) - 1 as place, id from users) u on u.place = given.n % ${ACCOUNTS}
    join numbered t on t.n = (given.n * 31) % ${TRACKS} on conflict do nothing`,
});
await fillLists(connection, {
  tracks: TRACKS,
  fill: (rows, insert) => fill(connection, { rows, insert }),
});
for (;;) {
  await countChangedGroups(server.database, ROWS_AT_ONCE);
  const { rows } = await connection.execute(sql`select 1 from changed_track_groups limit 1`);
  if (rows.length === 0) break;
}
await connection.execute(sql`drop table numbered`);
// As the upkeep leaves it.
await connection.execute(sql`vacuum analyze`);
const { cookie, account } = await server.signIn("super_admin");
await connection.execute(sql`
  insert into favourites (account_id, track_id) select ${account?.id}::uuid, id from tracks order by id limit ${FAVOURITE_LIMIT}`);
process.send?.({ origin: server.origin, cookie, tables: await tableSizes(connection) });
await once(process, "disconnect");
await server[Symbol.asyncDispose]();
process.exit(0);

/** Some rows at a time: a statement of the embedded database has five seconds. */
async function fill(
  database: Connection,
  { rows, insert }: { readonly rows: number; readonly insert: (from: number, to: number) => SQL },
): Promise<void> {
  for (let from = 0; from < rows; from += ROWS_AT_ONCE)
    await database.execute(insert(from, Math.min(from + ROWS_AT_ONCE, rows) - 1));
}

/** Of each table with rows: how many, and what each takes with its part of the indexes. */
async function tableSizes(database: Connection) {
  const { rows } = await database.execute<{ readonly name: string }>(
    sql`select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const sizes = [];
  for (const { name } of rows) {
    const counted = await database.execute<{ readonly rows: number; readonly bytes: number }>(sql`
      select count(*)::int as rows, pg_total_relation_size(${name}::regclass)::int as bytes from ${sql.identifier(name)}`);
    const [size] = counted.rows;
    if (size !== undefined && size.rows > 0) sizes.push({ table: name, ...size });
  }
  return sizes;
}

async function inTenths(database: Connection, insert: (tenth: number) => SQL): Promise<void> {
  for (let tenth = 0; tenth < 10; tenth += 1) await database.execute(insert(tenth));
}
