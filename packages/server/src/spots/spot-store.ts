import { and, count, desc, eq, gte, lt, sql } from "drizzle-orm";
import * as z from "zod";
import type { Connection } from "../database/database.ts";
import { plays } from "../history/play-tables.ts";
import { NEAR_END_MS, type StoredAiring } from "./spot-rules.ts";
import { spotAirings } from "./spot-tables.ts";

/** More than one spot a minute for a year. */
const MOST_AIRINGS = 600_000;
/** To choose from. */
const MOST_SPOTS = 500;

/** Which airings are meant: those that began within that time, of one spot or of all. */
export interface AiringRange {
  readonly fromMs: number;
  readonly untilMs: number;
  /** null: every spot. */
  readonly trackId: string | null;
}

/** A part of a list. */
interface Part {
  readonly limit: number;
  readonly offset: number;
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
    limit = MOST_AIRINGS,
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

export async function countAirings(connection: Connection, range: AiringRange): Promise<number> {
  const [counted] = await connection
    .select({ airings: count() })
    .from(spotAirings)
    .innerJoin(plays, eq(plays.id, spotAirings.playId))
    .where(isWithin(range));
  return counted?.airings ?? 0;
}

/** How often a spot was on air on a day; one that is on air counts once it is over. */
interface SpotDay {
  /** Of `dayStartsMs`, from 0. */
  readonly day: number;
  readonly title: string;
  readonly artist: string;
  readonly whole: number;
  readonly cut: number;
}

/**
 * The newest day first, then by title.
 * @param dayStartsMs when each day of the range began, in order
 */
export async function listSpotDays(
  connection: Connection,
  { dayStartsMs, limit, offset, ...range }: DayRange & Part,
): Promise<{ readonly days: readonly SpotDay[]; readonly total: number }> {
  const counted = spotDays({ dayStartsMs, ...range });
  const { rows } = await connection.execute(sql`
    select day - 1 as day, title, artist, whole, cut from (${counted}) as counted
    order by day desc, lower(title) collate "C", title collate "C", artist collate "C", track_id
    limit ${limit} offset ${offset}`);
  const all = await connection.execute(
    sql`select count(*)::int as total from (${counted}) as counted`,
  );
  return {
    days: z.array(spotDaySchema).parse(rows),
    total: z.array(totalSchema).parse(all.rows)[0]?.total ?? 0,
  };
}

type DayRange = AiringRange & { readonly dayStartsMs: readonly number[] };

const spotDaySchema = z.object({
  day: z.int(),
  title: z.string(),
  artist: z.string(),
  whole: z.int(),
  cut: z.int(),
});
const totalSchema = z.object({ total: z.int() });

/** By the same rule as `outcomeOf`. */
function spotDays({ dayStartsMs, ...range }: DayRange) {
  const isWhole = sql`coalesce(${plays.playedMs}, 0) >= ${spotAirings.lengthMs} - ${NEAR_END_MS}::int`;
  return sql`
    select width_bucket(${plays.startedAtMs}, ${sql.param(dayStartsMs)}::float8[]) as day,
      ${plays.trackId} as track_id, ${plays.title} as title, ${plays.artist} as artist,
      (count(*) filter (where ${isWhole}))::int as whole, (count(*) filter (where not ${isWhole}))::int as cut
    from ${spotAirings} join ${plays} on ${plays.id} = ${spotAirings.playId}
    where ${isWithin(range)} and ${plays.endReason} is not null
    group by 1, 2, 3, 4`;
}

/** The spots that are still in the library, as they were called last, by title; the first 500. */
export async function listSpots(
  connection: Connection,
  range: AiringRange,
): Promise<readonly z.infer<typeof spotSchema>[]> {
  const { rows } = await connection.execute(sql`
    select track_id as "trackId", title, artist from (
      select distinct on (${plays.trackId}) ${plays.trackId} as track_id, ${plays.title} as title, ${plays.artist} as artist
      from ${spotAirings} join ${plays} on ${plays.id} = ${spotAirings.playId}
      where ${isWithin(range)} and ${plays.trackId} is not null
      order by ${plays.trackId}, ${plays.startedAtMs} desc) as spot
    order by lower(title) collate "C", title collate "C", track_id limit ${MOST_SPOTS}`);
  return z.array(spotSchema).parse(rows);
}

const spotSchema = z.object({ trackId: z.uuid(), title: z.string(), artist: z.string() });

function isWithin({ fromMs, untilMs, trackId }: AiringRange) {
  return and(
    gte(plays.startedAtMs, fromMs),
    lt(plays.startedAtMs, untilMs),
    trackId === null ? undefined : eq(plays.trackId, trackId),
  );
}
