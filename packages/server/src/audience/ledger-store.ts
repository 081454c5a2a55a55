import { and, asc, eq, gt, inArray, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { plays } from "../history/play-tables.ts";
import {
  audiencePosition,
  listeningDays,
  listeningHashes,
  listeningRollups,
  listeningSessions,
  playAudience,
} from "./audience-tables.ts";
import type { DaySums, Rollup, RollupKey, SessionPart } from "./ledger-rules.ts";
import type { PlayAudience, PlayTimes } from "./play-audience-rules.ts";

const STATION = "station";

/** Position in on-air's ledger up to which rows are stored. */
type LedgerPosition = Pick<typeof audiencePosition.$inferSelect, "ledgerId" | "number">;

/** @returns null when there is none of any ledger */
export async function findLedgerPosition(connection: Connection): Promise<LedgerPosition | null> {
  const [row] = await connection
    .select({ ledgerId: audiencePosition.ledgerId, number: audiencePosition.number })
    .from(audiencePosition)
    .where(eq(audiencePosition.id, STATION));
  return row ?? null;
}

export async function saveLedgerPosition(
  transaction: Connection,
  position: LedgerPosition,
): Promise<void> {
  await transaction
    .insert(audiencePosition)
    .values({ id: STATION, ...position })
    .onConflictDoUpdate({ target: audiencePosition.id, set: position });
}

/** Rows as one parameter: a statement has room for 65,535 of them. */
function rowsOf(rows: readonly object[], columns: SQL): SQL {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as added(${columns})`;
}

/** Adds what is new of each session. */
export async function addSessions(
  transaction: Connection,
  sessions: readonly SessionPart[],
): Promise<void> {
  await transaction.execute(sql`
    insert into ${listeningSessions} as known (id, mount, via, edge, player, device, country, subdivision,
      started_at_ms, ended_at_ms, seconds, bytes, is_open)
    select * from ${rowsOf(
      sessions,
      sql`id uuid, mount text, via text, edge text, player text, device text, country text, subdivision text,
        "startedAtMs" float8, "endedAtMs" float8, seconds float8, bytes int8, "isOpen" boolean`,
    )}
    on conflict (id) do update set
      started_at_ms = least(known.started_at_ms, excluded.started_at_ms),
      ended_at_ms = greatest(known.ended_at_ms, excluded.ended_at_ms),
      seconds = known.seconds + excluded.seconds,
      bytes = known.bytes + excluded.bytes,
      is_open = known.is_open and excluded.is_open`);
}

/** Keys stored for these hours and days. */
export async function listRollupKeys(
  transaction: Connection,
  atMs: readonly number[],
): Promise<readonly RollupKey[]> {
  const { span, dimension, value } = listeningRollups;
  return await transaction
    .select({ span, dimension, atMs: listeningRollups.atMs, value })
    .from(listeningRollups)
    .where(
      and(
        inArray(span, ["hour", "day"]),
        inArray(dimension, ["mount", "country", "player", "device", "edge", "via"]),
        sql`${listeningRollups.atMs} = any(${sql.param(atMs)}::float8[])`,
      ),
    );
}

export async function addRollups(
  transaction: Connection,
  rollups: readonly Rollup[],
): Promise<void> {
  await transaction.execute(sql`
    insert into ${listeningRollups} as known (span, dimension, at_ms, value, seconds, bytes, began, ended, lost)
    select * from ${rowsOf(
      rollups,
      sql`span text, dimension text, "atMs" float8, value text, seconds float8, bytes int8, began int, ended int, lost int`,
    )}
    on conflict (span, dimension, at_ms, value) do update set
      seconds = known.seconds + excluded.seconds,
      bytes = known.bytes + excluded.bytes,
      began = known.began + excluded.began,
      ended = known.ended + excluded.ended,
      lost = known.lost + excluded.lost`);
}

export async function addDaySums(transaction: Connection, days: readonly DaySums[]): Promise<void> {
  await transaction.execute(sql`
    insert into ${listeningDays} as known (day, sessions, lost, seconds)
    select * from ${rowsOf(days, sql`day date, sessions int, lost int, seconds float8`)}
    on conflict (day) do update set
      sessions = known.sessions + excluded.sessions, lost = known.lost + excluded.lost, seconds = known.seconds + excluded.seconds`);
}

/** Adds listeners of days that are not counted yet. */
export async function addHashes(
  transaction: Connection,
  hashes: readonly (typeof listeningHashes.$inferInsert)[],
): Promise<void> {
  await transaction.execute(sql`
    insert into ${listeningHashes} (day, hash)
    select * from ${rowsOf(hashes, sql`day date, hash text`)}
    where not exists (
      select from ${listeningDays} counted where counted.day = added.day and counted.uniques is not null)
    on conflict do nothing`);
}

/** Counts the listeners of every day before this one, and deletes their hashes. */
export async function countUniques(connection: Connection, beforeDay: string): Promise<void> {
  await connection.execute(sql`
    with counted as (
      delete from ${listeningHashes} where day < ${beforeDay}::date returning day
    )
    insert into ${listeningDays} as known (day, uniques, sessions, lost, seconds)
    select day, count(*)::int, 0, 0, 0 from counted group by day
    on conflict (day) do update set uniques = coalesce(known.uniques, 0) + excluded.uniques`);
}

/** Raises the highest number of listeners of an hour and its day. */
export async function raisePeak(
  transaction: Connection,
  {
    atMs,
    day,
    listeners,
  }: { readonly atMs: number; readonly day: string; readonly listeners: number },
): Promise<void> {
  const none = { seconds: 0, bytes: 0, began: 0, ended: 0, lost: 0 };
  const { span, dimension, value } = listeningRollups;
  await transaction
    .insert(listeningRollups)
    .values({ ...none, span: "hour", dimension: "all", atMs, value: "", peak: listeners })
    .onConflictDoUpdate({
      target: [span, dimension, listeningRollups.atMs, value],
      set: { peak: sql`greatest(${listeningRollups.peak}, excluded.peak)` },
    });
  await transaction
    .insert(listeningDays)
    .values({ day, sessions: 0, lost: 0, seconds: 0, peak: listeners })
    .onConflictDoUpdate({
      target: listeningDays.day,
      set: { peak: sql`greatest(${listeningDays.peak}, excluded.peak)` },
    });
}

/** Plays that were on within a time, with the one on air at its start, oldest first. */
export async function listPlaysWithin(
  transaction: Connection,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly PlayTimes[]> {
  const { id, startedAtMs, endedAtMs } = plays;
  const [before] = await transaction
    .select({ startedAtMs: sql<number | null>`max(${startedAtMs})` })
    .from(plays)
    .where(lte(startedAtMs, fromMs));
  return await transaction
    .select({ id, startedAtMs, endedAtMs })
    .from(plays)
    .where(
      and(
        sql`${startedAtMs} >= ${before?.startedAtMs ?? fromMs}`,
        lte(startedAtMs, toMs),
        or(isNull(endedAtMs), gt(endedAtMs, fromMs)),
      ),
    )
    .orderBy(asc(startedAtMs), asc(id));
}

export async function listPlayAudiences(
  transaction: Connection,
  playIds: readonly string[],
): Promise<readonly PlayAudience[]> {
  return await transaction
    .select()
    .from(playAudience)
    .where(sql`${playAudience.playId} = any(${sql.param(playIds)}::uuid[])`);
}

/** Replaces what is stored of these plays. */
export async function savePlayAudiences(
  transaction: Connection,
  audiences: readonly PlayAudience[],
): Promise<void> {
  await transaction.execute(sql`
    insert into ${playAudience} (play_id, seconds, at_start, at_end, joined, "left", left_early, mounts, countries)
    select * from ${rowsOf(
      audiences,
      sql`"playId" uuid, seconds float8, "atStart" int, "atEnd" int, joined int, "left" int, "leftEarly" int,
        mounts jsonb, countries jsonb`,
    )}
    on conflict (play_id) do update set
      seconds = excluded.seconds, at_start = excluded.at_start, at_end = excluded.at_end, joined = excluded.joined,
      "left" = excluded."left", left_early = excluded.left_early, mounts = excluded.mounts,
      countries = excluded.countries`);
}
