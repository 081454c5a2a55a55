import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import * as z from "zod";
import type { Connection } from "../database/database.ts";
import { plays } from "../history/play-tables.ts";
import { NEAR_END_MS, type StoredAiring } from "./spot-rules.ts";
import { spotAirings } from "./spot-tables.ts";

/** More than one spot a minute for a year. */
const MAX_AIRINGS = 600_000;
/** Maximum spots to choose from. */
const MAX_SPOTS = 500;

/** Selects airings that began within a period, of one spot or of all. */
interface AiringRange {
  readonly fromMs: number;
  readonly untilMs: number;
  /** null: all spots. */
  readonly trackId: string | null;
}

export async function insertAiring(
  transaction: Connection,
  airing: typeof spotAirings.$inferInsert,
): Promise<void> {
  await transaction.insert(spotAirings).values(airing).onConflictDoNothing();
}

/** Newest first. */
export async function listAirings(
  connection: Connection,
  {
    limit = MAX_AIRINGS,
    offset = 0,
    ...range
  }: AiringRange & { readonly limit?: number; readonly offset?: number },
): Promise<readonly StoredAiring[]> {
  return await connection
    .select({
      id: plays.id,
      trackId: plays.trackId,
      title: plays.title,
      artist: plays.artist,
      startedAtMs: plays.startedAtMs,
      endedAtMs: plays.endedAtMs,
      playedMs: plays.playedMs,
      endReason: plays.endReason,
      reason: plays.planReason,
      plannedAtMs: spotAirings.plannedAtMs,
      lengthMs: spotAirings.lengthMs,
      listeners: spotAirings.listeners,
    })
    .from(spotAirings)
    .innerJoin(plays, eq(plays.id, spotAirings.playId))
    .where(isWithin(range))
    .orderBy(desc(plays.startedAtMs), desc(plays.id))
    .limit(limit)
    .offset(offset);
}

/** Totals for a range of airings. */
const summarySchema = z.object({
  total: z.int(),
  dayTotal: z.int(),
  /** Airings of a spot per day of `dayStartsMs`, counted from 0; a spot still on air is not counted. */
  days: z.array(
    z.object({
      day: z.int(),
      title: z.string(),
      artist: z.string(),
      whole: z.int(),
      cut: z.int(),
    }),
  ),
  /** The first 500 of all spots still in the library, by title, with their latest names. */
  spots: z.array(z.object({ trackId: z.uuid(), title: z.string(), artist: z.string() })),
});

/**
 * One page of the counts per day, and totals of all airings. Ordered by day, newest first, then by title.
 * @param dayStartsMs start of each day in the range, in order
 */
export async function summariseAirings(
  connection: Connection,
  {
    dayStartsMs,
    dayLimit,
    dayOffset,
    trackId,
    ...period
  }: AiringRange & {
    readonly dayStartsMs: readonly number[];
    readonly dayLimit: number;
    readonly dayOffset: number;
  },
): Promise<z.infer<typeof summarySchema>> {
  // The same rule as `outcomeOf`.
  const isWhole = sql`coalesce(played_ms, 0) >= length_ms - ${NEAR_END_MS}::int`;
  const { rows } = await connection.execute(sql`
    with airing as materialized (
      select ${plays.startedAtMs} as started_at_ms, ${plays.trackId} as track_id, ${plays.title} as title, ${plays.artist} as artist,
        ${plays.playedMs} as played_ms, ${plays.endReason} as end_reason, ${spotAirings.lengthMs} as length_ms
      from ${spotAirings} join ${plays} on ${plays.id} = ${spotAirings.playId} where ${isWithin({ ...period, trackId: null })}
    ), chosen as materialized (
      select * from airing where ${trackId}::uuid is null or track_id = ${trackId}::uuid
    ), day as materialized (
      select width_bucket(started_at_ms, ${sql.param(dayStartsMs)}::float8[]) - 1 as day, track_id, title, artist,
        count(*) filter (where ${isWhole}) as whole, count(*) filter (where not ${isWhole}) as cut
      from chosen where end_reason is not null group by 1, 2, 3, 4
    ), spot as materialized (
      select distinct on (track_id) track_id as "trackId", title, artist from airing where track_id is not null
      order by track_id, started_at_ms desc
    )
    select (select count(*)::int from chosen) as total, (select count(*)::int from day) as "dayTotal",
      (select coalesce(json_agg(page), '[]') from (
        select day, title, artist, whole, cut from day
        order by day desc, lower(title) collate "C", title collate "C", artist collate "C", track_id
        limit ${dayLimit} offset ${dayOffset}) as page) as days,
      (select coalesce(json_agg(page), '[]') from (
        select * from spot order by lower(title) collate "C", title collate "C", "trackId" limit ${MAX_SPOTS}) as page) as spots`);
  return summarySchema.parse(rows[0]);
}

function isWithin({ fromMs, untilMs, trackId }: AiringRange) {
  return and(
    gte(plays.startedAtMs, fromMs),
    lt(plays.startedAtMs, untilMs),
    trackId === null ? undefined : eq(plays.trackId, trackId),
  );
}
