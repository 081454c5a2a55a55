import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { plays } from "../history/play-tables.ts";
import { tracks } from "../library/library-tables.ts";
import type { MovedCues } from "./moved-station.ts";

/** A statement takes at most 65,535 parameters. */
const ROWS_AT_ONCE = 1000;

/** Sets cue points on tracks where no operator has set any. @returns how many tracks */
export async function saveMovedCues(
  transaction: Connection,
  wanted: readonly { readonly trackId: string; readonly cues: MovedCues }[],
): Promise<number> {
  let saved = 0;
  for (const { trackId, cues } of wanted) {
    const rows = await transaction
      .update(tracks)
      .set({
        userCueInMs: cues.cueInMs,
        userCueOutMs: cues.cueOutMs,
        userStartNextMs: cues.startNextMs,
      })
      .where(
        and(
          eq(tracks.id, trackId),
          isNull(tracks.userCueInMs),
          isNull(tracks.userCueOutMs),
          isNull(tracks.userStartNextMs),
        ),
      )
      .returning({ id: tracks.id });
    saved += rows.length;
  }
  return saved;
}

export interface NewPlay {
  readonly id: string;
  readonly trackId: string | null;
  readonly djName: string | null;
  readonly title: string;
  readonly artist: string;
  readonly startedAtMs: number;
  readonly durationMs: number | null;
  /** Programme position before anything played here. */
  readonly startMs: number;
}

/** Adds plays of another station to the history; existing ones stay. */
export async function insertMovedPlays(
  transaction: Connection,
  moved: readonly NewPlay[],
): Promise<void> {
  for (let start = 0; start < moved.length; start += ROWS_AT_ONCE) {
    const rows = moved.slice(start, start + ROWS_AT_ONCE).map((play) => {
      const playedMs = play.durationMs ?? 0;
      return {
        ...play,
        kind: play.djName === null ? ("library" as const) : ("live" as const),
        audioStartMs: play.startMs,
        endedAtMs: play.startedAtMs + playedMs,
        playedMs,
        endReason: "finished",
      };
    });
    await transaction.insert(plays).values(rows).onConflictDoNothing();
  }
}

/** How many of these plays are already in the history. */
export async function countPlays(connection: Connection, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE)
    count += await connection.$count(
      plays,
      inArray(plays.id, ids.slice(start, start + ROWS_AT_ONCE)),
    );
  return count;
}

/** Tracks that are music by the rules, not by an operator's choice. */
export async function listPlainMusic(
  connection: Connection,
  trackIds: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let start = 0; start < trackIds.length; start += ROWS_AT_ONCE) {
    const rows = await connection
      .select({ id: tracks.id })
      .from(tracks)
      .where(
        and(
          inArray(tracks.id, trackIds.slice(start, start + ROWS_AT_ONCE)),
          eq(tracks.contentKind, "music"),
          sql`not ${tracks.isKindByHand}`,
        ),
      );
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}
