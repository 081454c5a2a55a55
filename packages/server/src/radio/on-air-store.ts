import { eq, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import type { JournalPosition } from "../on-air-link/on-air-intake.ts";
import { onAirJournal, radioState } from "./radio-tables.ts";
import { tracks } from "../library/library-tables.ts";

export type StoredRadioState = Omit<typeof radioState.$inferSelect, "id">;
/** Omitted columns stay. */
type RadioStateColumns = {
  readonly [Name in keyof StoredRadioState]?: StoredRadioState[Name] | undefined;
};

const STATION = "station";

/**
 * The last event stored; null when there is none from any journal.
 * @param isLocked blocks other changes until this transaction ends
 */
export async function findJournalPosition(
  connection: Connection,
  { isLocked }: { readonly isLocked: boolean } = { isLocked: false },
): Promise<JournalPosition | null> {
  const query = connection
    .select({ journalId: onAirJournal.journalId, number: onAirJournal.number })
    .from(onAirJournal)
    .where(eq(onAirJournal.id, STATION));
  const [row] = isLocked ? await query.for("update") : await query;
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

/** @param isLocked blocks other changes until this transaction ends */
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

/** Creates the row of a new station. */
export async function createRadioState(transaction: Connection): Promise<void> {
  await transaction.insert(radioState).values({ id: STATION });
}

/** Reverts `createRadioState`. */
export async function deleteRadioState(transaction: Connection): Promise<void> {
  await transaction.delete(radioState);
}
