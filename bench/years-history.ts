import { sql, type SQL } from "drizzle-orm";
import type { Connection } from "../packages/server/src/database/database.ts";

export const TRACKS = 10_000;
export const ACCOUNTS = 2000;
export const SPOTS = 40;
const DAYS = 2 * 365;
/** Songs; a spot follows each fourth. */
const PLAYS_A_DAY = 360;
/** Only these plays, and the newest and the oldest, have reasons: with all of them it would be a gigabyte. */
const REASON_EVERY = 20;
const PAGES = 2000;
const ROWS_AT_ONCE = 5000;

/**
 * The traces of two years on air: plays, chat, comments, events. Needs the table `numbered` of all tracks, and
 * `numbered_reasons`.
 * @param planned how many rows that has
 */
export async function fillHistory(connection: Connection, planned: number): Promise<void> {
  await fillPlays(connection, planned);
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
  await fill(connection, {
    rows: 5000,
    insert: (from, to) => sql`
      insert into comments (id, author, content, "timestamp", likes, parent_id)
      select gen_random_uuid(), 'author ' || given.n % 900, 'reply ' || given.n, now() - interval '1 minute', 0, c.id
      from generate_series(${from}::int, ${to}::int) as given (n)
      join (select row_number() over (order by number desc) as place, id from comments where parent_id is null order by number desc limit 100) c
        on c.place = given.n % 100 + 1`,
  });
}

async function fillPlays(connection: Connection, planned: number): Promise<void> {
  await fill(connection, {
    rows: DAYS * PLAYS_A_DAY,
    insert: (from, to) => sql`
      insert into plays (id, track_id, title, artist, requested_by, start_ms, audio_start_ms, started_at_ms, duration_ms, ended_at_ms, played_ms, end_reason, playlist_id, plan_reason)
      select gen_random_uuid(), t.id, t.title, t.artist, case when play.n % 7 = 0 then 'Web User' end, play.n * 240000.0, play.n * 240000.0,
        at_ms, 240000, at_ms + 240000, 240000, 'finished', (plan.reason -> 'playlist' ->> 'id')::uuid, plan.reason
      from (select n, (extract(epoch from now()) * 1000)::float8 - (${DAYS * PLAYS_A_DAY} - n) * 240000.0 as at_ms
        from generate_series(${from}::int, ${to}::int) n) as play
      join numbered t on t.n = case when play.n % 4 = 0 then play.n / 4 % ${SPOTS} else (play.n * 7919) % ${TRACKS} end
      left join numbered_reasons plan on plan.n = play.n % ${planned}
        and (play.n % ${REASON_EVERY} = 0 or play.n < ${PAGES} or play.n >= ${DAYS * PLAYS_A_DAY - PAGES})`,
  });
}

/** Works in batches: the embedded database limits a statement to five seconds. */
export async function fill(
  database: Connection,
  { rows, insert }: { readonly rows: number; readonly insert: (from: number, to: number) => SQL },
): Promise<void> {
  for (let from = 0; from < rows; from += ROWS_AT_ONCE)
    await database.execute(insert(from, Math.min(from + ROWS_AT_ONCE, rows) - 1));
}

async function inTenths(database: Connection, insert: (tenth: number) => SQL): Promise<void> {
  for (let tenth = 0; tenth < 10; tenth += 1) await database.execute(insert(tenth));
}
