import { sql, type SQL } from "drizzle-orm";
import type { Connection } from "../packages/server/src/database/database.ts";

/** Some rows at a time: a statement of the embedded database has five seconds. */
type Fill = (rows: number, insert: (from: number, to: number) => SQL) => Promise<void>;

/**
 * Everything else that a station of two years has long lists of: those that operators work off, and those that they
 * made. Needs the temporary table `numbered` of all tracks.
 */
export async function fillLists(
  connection: Connection,
  { tracks, fill }: { readonly tracks: number; readonly fill: Fill },
): Promise<void> {
  const numbers = (from: number, to: number) =>
    sql`generate_series(${from}::int, ${to}::int) as given (n)`;
  await fill(
    2000,
    (from, to) => sql`
    insert into chat_sanctions (id, kind, username, visitor_key, browser_key, reason, by, created_at)
    select gen_random_uuid(), 'ban', 'nick' || n, 'visitor:' || n, 'visitor:' || n, 'advertising', 'moderator', now() - n * interval '8 hours'
    from ${numbers(from, to)}`,
  );
  await fill(
    20_000,
    (from, to) => sql`
    insert into incoming_files (id, name, way, uploader, state, size_bytes, track_id, changed_at)
    select gen_random_uuid(), 'file ' || n || '.mp3', 'upload', 'mira', 'added', 5000000, null, now() - n * interval '2 minutes'
    from ${numbers(from, to)}`,
  );
  await fill(
    2000,
    (from, to) => sql`
    insert into refused_files (path, reason, size_bytes, modified_at_ms)
    select '/music/refused/' || n || '.mp3', 'it holds no sound', 5000, 0 from ${numbers(from, to)}`,
  );
  await fill(
    1000,
    (from, to) => sql`
    insert into duplicate_pairs (track_id, other_id, agreement)
    select least(one.id, other.id), greatest(one.id, other.id), 0.9 from ${numbers(from, to)}
    join numbered one on one.n = given.n * 2 join numbered other on other.n = given.n * 2 + 1`,
  );
  await fill(
    500,
    (from, to) => sql`
    insert into deleted_tracks (track_id, state, path, size_bytes, deleted_by)
    select t.id, 'kept', '/music/deleted/' || t.n, 5000000, 'mira' from ${numbers(from, to)} join numbered t on t.n = ${tracks} - 1 - given.n`,
  );
  await fill(
    1000,
    (from, to) => sql`
    insert into found_troubles (track_id, kind, amount)
    select t.id, 'silent_inside', 4 from ${numbers(from, to)} join numbered t on t.n = given.n * 3`,
  );
  await fill(
    3000,
    (from, to) => sql`
    insert into sessions (token_hash, expires_at) select 'hash ' || n, now() + n * interval '10 minutes' from ${numbers(from, to)}`,
  );
  await fill(
    1600,
    (from, to) => sql`
    insert into requests (id, entry_id, track_id, requester_key, requested_at)
    select gen_random_uuid(), gen_random_uuid(), t.id, 'visitor:' || given.n % 300, now() - given.n * interval '7 minutes'
    from ${numbers(from, to)} join numbered t on t.n = given.n * 5`,
  );
  await fill(
    200,
    (from, to) => sql`
    insert into queue_items (id, track_id, position, requested_by)
    select gen_random_uuid(), t.id, given.n + 1, 'Web User' from ${numbers(from, to)} join numbered t on t.n = given.n * 7`,
  );
  await fillPlaylists(connection, fill);
}

/** A hundred playlists of a hundred tracks. */
async function fillPlaylists(connection: Connection, fill: Fill): Promise<void> {
  await connection.execute(sql`
    insert into playlists (id, name, name_key, play_order, turn, is_separated)
    select gen_random_uuid(), 'playlist ' || n, 'playlist ' || n, 'shuffled', '{"kind":"off"}', true from generate_series(0, 99) n`);
  await fill(
    10_000,
    (from, to) => sql`
    insert into playlist_tracks (playlist_id, track_id, position)
    select p.id, t.id, given.n / 100 from generate_series(${from}::int, ${to}::int) as given (n)
    join playlists p on p.name_key = 'playlist ' || given.n % 100 join numbered t on t.n = given.n`,
  );
}
