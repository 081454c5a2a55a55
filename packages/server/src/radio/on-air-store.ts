import type { AiredPlay, OnAirEvent } from "@neonrelay/on-air/protocol";
import { desc, eq, lt, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { onAirJournal, radioState } from "./radio-tables.ts";
import { plays } from "../history/play-tables.ts";
import { tracks } from "../library/library-tables.ts";
import { trackColumns, type StoredTrack } from "../library/track-store.ts";

/** A place in a journal of on-air. */
export interface JournalPosition {
  readonly journalId: string;
  readonly number: number;
}

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
  readonly track: StoredTrack | null;
}

export type StoredRadioState = Omit<typeof radioState.$inferSelect, "id">;
/** What is left out stays. */
export type RadioStateColumns = {
  readonly [Name in keyof StoredRadioState]?: StoredRadioState[Name] | undefined;
};

const STATION = "station";

/** The last event stored; null when there is none of any journal. */
export async function findJournalPosition(connection: Connection): Promise<JournalPosition | null> {
  const [row] = await connection
    .select({ journalId: onAirJournal.journalId, number: onAirJournal.number })
    .from(onAirJournal)
    .where(eq(onAirJournal.id, STATION))
    .for("update");
  return row ?? null;
}

export async function saveJournalPosition(
  transaction: Connection,
  position: JournalPosition,
): Promise<void> {
  await transaction
    .insert(onAirJournal)
    .values({ id: STATION, ...position })
    .onConflictDoUpdate({ target: onAirJournal.id, set: position });
}

/** Adds a play to the history; one that is there already stays as it is. */
export async function insertPlay(transaction: Connection, play: AiredPlay): Promise<void> {
  const { playId, trackId, ...fields } = play;
  await transaction
    .insert(plays)
    .values({
      ...fields,
      id: playId,
      // The track may have left the library while the server was away.
      trackId: sql`(select ${tracks.id} from ${tracks} where ${tracks.id} = ${trackId})`,
    })
    .onConflictDoNothing();
}

/** @param startMs programme position from which its title holds after all */
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

/** Plays newest first, those that began before a wall-clock time. */
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

/** @param isLocked nobody else may change it until this transaction ends */
export async function findRadioState(
  connection: Connection,
  { isLocked }: { readonly isLocked: boolean } = { isLocked: false },
): Promise<StoredRadioState> {
  const query = connection.select().from(radioState).where(eq(radioState.id, STATION));
  const [row] = isLocked ? await query.for("update") : await query;
  if (row === undefined) throw new Error("the radio state has no row");
  return row;
}

export async function changeRadioState(
  connection: Connection,
  change: RadioStateColumns,
): Promise<StoredRadioState> {
  const [row] = await connection
    .update(radioState)
    .set(change)
    .where(eq(radioState.id, STATION))
    .returning();
  if (row === undefined) throw new Error("the radio state has no row");
  return row;
}

/** A track that has left the library counts as none. @param trackId null: no track is on air */
export async function setCurrentTrack(
  transaction: Connection,
  trackId: string | null,
): Promise<void> {
  await transaction
    .update(radioState)
    .set({
      currentTrackId: sql`(select ${tracks.id} from ${tracks} where ${tracks.id} = ${trackId})`,
    })
    .where(eq(radioState.id, STATION));
}
