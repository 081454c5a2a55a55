import { sql, type SQL } from "drizzle-orm";
import { QUEUE_LIMIT } from "@neonrelay/contract";

/** Works in batches: the embedded database limits a statement to five seconds. */
type Fill = (rows: number, insert: (from: number, to: number) => SQL) => Promise<void>;

/**
 * All other long lists of a two-year-old station: operators' work lists, and those they made. Needs the table
 * `numbered` of all tracks.
 */
export async function fillLists({
  tracks,
  fill,
}: {
  readonly tracks: number;
  readonly fill: Fill;
}): Promise<void> {
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
    QUEUE_LIMIT,
    (from, to) => sql`
    insert into queue_items (id, track_id, position, requested_by)
    select gen_random_uuid(), t.id, given.n + 1, 'Web User' from ${numbers(from, to)} join numbered t on t.n = given.n * 7`,
  );
  await fill(
    2000,
    (from, to) => sql`
    insert into login_failures (key, count, last_at)
    select 'nick' || n || '@visitor', 3, now() - n * interval '1 second' from ${numbers(from, to)}`,
  );
}
