import type { PlanReason } from "@neonrelay/contract";
import type { AiredPlay, OnAirEvent } from "@neonrelay/on-air/protocol";
import { desc, eq, lt, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { tracks } from "../library/library-tables.ts";
import { trackColumns, type StoredTrack } from "../library/track-store.ts";
import { plays } from "./play-tables.ts";

export interface StoredPlay {
  readonly id: string;
  readonly kind: AiredPlay["kind"];
  readonly sessionId: string | null;
  readonly djName: string | null;
  readonly title: string;
  readonly artist: string;
  readonly requestedBy: string | null;
  readonly startMs: number;
  readonly audioStartMs: number;
  readonly startedAtMs: number;
  readonly durationMs: number | null;
  /** null: on air. */
  readonly playedMs: number | null;
  /** Of the queue; null: from elsewhere. */
  readonly entryId: string | null;
  /** null: not from the plan. */
  readonly planReason: PlanReason | null;
  readonly track: StoredTrack | null;
}

/** Adds a play to the history, unless it is there already. */
export async function insertPlay(transaction: Connection, play: AiredPlay): Promise<void> {
  const { playId, trackId, ...fields } = play;
  await transaction
    .insert(plays)
    .values({
      ...fields,
      id: playId,
      // The track may have left the library while the server was down.
      trackId: sql`(select ${tracks.id} from ${tracks} where ${tracks.id} = ${trackId})`,
    })
    .onConflictDoNothing();
}

/** @param startMs corrected start of its title, as a programme position */
export async function movePlay(
  transaction: Connection,
  { playId, startMs }: { readonly playId: string; readonly startMs: number },
): Promise<void> {
  await transaction.update(plays).set({ startMs }).where(eq(plays.id, playId));
}

export async function endPlay(
  transaction: Connection,
  event: Extract<OnAirEvent, { type: "play.ended" }>,
): Promise<void> {
  await transaction
    .update(plays)
    .set({
      endedAtMs: event.endedAtMs,
      playedMs: event.playedMs,
      endReason: event.reason,
      endDetail: event.detail,
    })
    .where(eq(plays.id, event.playId));
}

export async function findPlay(connection: Connection, id: string): Promise<StoredPlay | null> {
  const [row] = await connection
    .select({ play: plays, track: trackColumns })
    .from(plays)
    .leftJoin(tracks, eq(tracks.id, plays.trackId))
    .where(eq(plays.id, id));
  return row === undefined ? null : { ...row.play, track: row.track };
}

/** Plays newest first, before a wall-clock time. */
export async function listPlays(
  connection: Connection,
  { beforeMs, limit }: { readonly beforeMs: number | null; readonly limit: number },
): Promise<readonly StoredPlay[]> {
  const rows = await connection
    .select({ play: plays, track: trackColumns })
    .from(plays)
    .leftJoin(tracks, eq(tracks.id, plays.trackId))
    .where(beforeMs === null ? undefined : lt(plays.startedAtMs, beforeMs))
    .orderBy(desc(plays.startedAtMs))
    .limit(limit);
  return rows.map(({ play, track }) => ({ ...play, track }));
}
