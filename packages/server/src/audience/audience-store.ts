import { and, asc, gte, lt, sql } from "drizzle-orm";
import * as z from "zod";
import {
  listenedTrackSchema,
  type ListenedTrack,
  type listenedTrackSorts,
} from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { playLikes, plays } from "../history/play-tables.ts";
import {
  listeningDays,
  listeningHashes,
  listeningRollups,
  playAudience,
} from "./audience-tables.ts";
import type { TimeSums } from "./figure-rules.ts";
import { OTHER, type RollupKey } from "./ledger-rules.ts";

/** Maximum values of one dimension. */
const MAX_PLACES = 200;

interface Times {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Hours within a time that anybody listened in, oldest first. */
export async function listHours(
  connection: Connection,
  { fromMs, untilMs }: Times,
): Promise<readonly (TimeSums & { readonly atMs: number })[]> {
  const { span, dimension, atMs, seconds, began, lost, peak } = listeningRollups;
  return await connection
    .select({ atMs, seconds, sessions: began, lost, peak })
    .from(listeningRollups)
    .where(
      and(sql`${span} = 'hour' and ${dimension} = 'all'`, gte(atMs, fromMs), lt(atMs, untilMs)),
    )
    .orderBy(asc(atMs));
}

/** Days that anybody listened on, oldest first. @param untilDay excluded */
export async function listDays(
  connection: Connection,
  { fromDay, untilDay }: { readonly fromDay: string; readonly untilDay: string },
): Promise<readonly (TimeSums & { readonly day: string })[]> {
  const { day, seconds, sessions, lost, peak } = listeningDays;
  const counted = connection
    .select({ uniques: sql`nullif(count(*), 0)` })
    .from(listeningHashes)
    .where(sql`${listeningHashes.day} = ${listeningDays.day}`);
  return await connection
    .select({
      day,
      seconds,
      sessions,
      lost,
      peak,
      uniques: sql<number | null>`coalesce(${listeningDays.uniques}, (${counted}))::int`,
    })
    .from(listeningDays)
    .where(and(gte(day, fromDay), lt(day, untilDay)))
    .orderBy(asc(day));
}

const placeSchema = z.object({
  dimension: z.string(),
  value: z.string(),
  seconds: z.number(),
  sessions: z.coerce.number(),
});

/** Sums of each value over the station days that begin within a time, the longest first. */
export async function listPlaces(
  connection: Connection,
  { fromMs, untilMs }: Times,
): Promise<
  readonly (Pick<RollupKey, "value"> & { readonly dimension: string } & Pick<
      TimeSums,
      "seconds" | "sessions"
    >)[]
> {
  const dimensions = ["mount", "country", "player", "device", "edge", "via"];
  const { rows } = await connection.execute(sql`
    with place as (
      select dimension, value, sum(seconds) as seconds, sum(began) as sessions,
        row_number() over (partition by dimension order by value = ${OTHER}, sum(seconds) desc) as place
      from ${listeningRollups}
      where span = 'day' and dimension = any(${sql.param(dimensions)}::text[])
        and at_ms >= ${fromMs}::float8 and at_ms < ${untilMs}::float8
      group by dimension, value
    )
    select dimension, case when place > ${MAX_PLACES} then ${OTHER} else value end as value,
      sum(seconds) as seconds, sum(sessions) as sessions
    from place group by 1, 2 order by dimension, seconds desc, value`);
  return z.array(placeSchema).parse(rows);
}

/** What is on between two of these moments. */
const bucketSchema = z.object({
  bucket: z.int(),
  plays: z.int(),
  seconds: z.number(),
  atStart: z.int(),
  joined: z.int(),
  left: z.int(),
  leftEarly: z.int(),
});
const sums = sql`count(*)::int as plays, coalesce(sum(seconds), 0) as seconds, coalesce(sum(at_start), 0)::int as "atStart",
  coalesce(sum(joined), 0)::int as joined, coalesce(sum("left"), 0)::int as "left", coalesce(sum(left_early), 0)::int as "leftEarly"`;

/**
 * What listeners did in the plays that began between each two moments.
 * @param momentsMs in order
 * @returns `bucket` is the number of the first moment, from 0; buckets without plays are left out
 */
export async function sumPlaysBetween(
  connection: Connection,
  momentsMs: readonly number[],
): Promise<readonly z.infer<typeof bucketSchema>[]> {
  const [fromMs, untilMs] = [momentsMs[0], momentsMs.at(-1)];
  if (fromMs === undefined || untilMs === undefined) return [];
  const { rows } = await connection.execute(sql`
    with play as (
      select width_bucket(${plays.startedAtMs}, ${sql.param(momentsMs)}::float8[]) - 1 as bucket, ${playAudience}.*
      from ${plays} left join ${playAudience} on ${playAudience.playId} = ${plays.id}
      where ${plays.startedAtMs} >= ${fromMs}::float8 and ${plays.startedAtMs} < ${untilMs}::float8
    )
    select bucket, ${sums} from play group by bucket order by bucket`);
  return z.array(bucketSchema).parse(rows);
}

const tracksSchema = z.object({ total: z.int(), tracks: z.array(listenedTrackSchema) });

/** A page of the tracks that began within a time; titles of DJs count as tracks of their own. */
export async function listListenedTracks(
  connection: Connection,
  {
    fromMs,
    untilMs,
    sort,
    isDescending,
    limit,
    offset,
  }: Times & {
    readonly sort: (typeof listenedTrackSorts)[number];
    readonly isDescending: boolean;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<{ readonly total: number; readonly tracks: readonly ListenedTrack[] }> {
  const direction = isDescending ? sql`desc` : sql`asc`;
  const { rows } = await connection.execute(sql`
    with play as materialized (
      select ${plays.id} as id, ${plays.trackId} as track_id, ${plays.title} as title, ${plays.artist} as artist,
        ${plays.startedAtMs} as started_at_ms, ${plays.requestedBy} as requested_by, ${playAudience}.*
      from ${plays} left join ${playAudience} on ${playAudience.playId} = ${plays.id}
      where ${plays.startedAtMs} >= ${fromMs}::float8 and ${plays.startedAtMs} < ${untilMs}::float8
    ), liked as (
      select play_id as liked_id, count(*) as likes from ${playLikes} where play_id in (select id from play) group by play_id
    ), track as materialized (
      select track_id as "trackId", (array_agg(title order by started_at_ms desc))[1] as title,
        (array_agg(artist order by started_at_ms desc))[1] as artist, ${sums},
        coalesce(sum(likes), 0)::int as likes, count(requested_by)::int as requests
      from play left join liked on liked_id = id
      group by track_id, case when track_id is null then lower(artist) || chr(31) || lower(title) end
    )
    select (select count(*)::int from track) as total,
      (select coalesce(json_agg(page), '[]') from (
        select * from track
        order by ${sql.identifier(sort)} ${direction}, artist collate "C", title collate "C", "trackId"
        limit ${limit} offset ${offset}) as page) as tracks`);
  return tracksSchema.parse(rows[0]);
}
