import { and, desc, eq, gte, lt } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { plays } from "../history/play-tables.ts";
import type { StoredAiring } from "./spot-rules.ts";
import { spotAirings } from "./spot-tables.ts";

/** More than one spot a minute for a year. */
const MOST_AIRINGS = 600_000;

export async function insertAiring(
  transaction: Connection,
  airing: typeof spotAirings.$inferInsert,
): Promise<void> {
  await transaction.insert(spotAirings).values(airing).onConflictDoNothing();
}

/** Spots that began within that time, newest first. */
export async function listAirings(
  connection: Connection,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
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
    .where(and(gte(plays.startedAtMs, fromMs), lt(plays.startedAtMs, untilMs)))
    .orderBy(desc(plays.startedAtMs))
    .limit(MOST_AIRINGS);
}
