import { incomingStates, type IncomingCounts, type IncomingState } from "@neonrelay/contract";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import type { IncomingRow } from "./incoming-rules.ts";
import { incomingFiles } from "./incoming-tables.ts";

export type NewIncoming = typeof incomingFiles.$inferInsert;

/** Selects files: all of them, those of a batch, or some. */
export interface IncomingChoice {
  readonly ids?: readonly string[] | undefined;
  readonly batchId?: string | undefined;
}

export interface IncomingFilter {
  readonly state?: IncomingState | undefined;
  readonly way?: IncomingRow["way"] | undefined;
  readonly batchId?: string | undefined;
}

const finished: IncomingState[] = ["added", "refused"];

export async function insertIncoming(connection: Connection, row: NewIncoming): Promise<void> {
  await connection.insert(incomingFiles).values(row);
}

export async function findIncoming(
  connection: Connection,
  id: string,
): Promise<IncomingRow | null> {
  const [row] = await connection.select().from(incomingFiles).where(eq(incomingFiles.id, id));
  return row ?? null;
}

/** A row dismissed in the meantime stays away. */
export async function changeIncoming(
  connection: Connection,
  id: string,
  change: Partial<Pick<NewIncoming, "state" | "reason" | "place" | "trackId">>,
): Promise<void> {
  await connection
    .update(incomingFiles)
    .set({ ...change, changedAt: new Date() })
    .where(eq(incomingFiles.id, id));
}

/** For files in music folders, only the newest outcome counts. */
export async function saveFound(
  connection: Connection,
  rows: readonly (NewIncoming & { readonly place: string })[],
): Promise<void> {
  const newest = [...new Map(rows.map((row) => [row.place, row])).values()];
  if (newest.length === 0) return;
  await connection
    .insert(incomingFiles)
    .values(newest)
    .onConflictDoUpdate({
      target: incomingFiles.place,
      set: {
        way: sql`excluded.way`,
        state: sql`excluded.state`,
        sizeBytes: sql`excluded.size_bytes`,
        reason: sql`excluded.reason`,
        startedAt: sql`excluded.started_at`,
        changedAt: sql`excluded.changed_at`,
      },
    });
}

export async function listIncoming(
  connection: Connection,
  {
    filter,
    offset,
    limit,
  }: { readonly filter: IncomingFilter; readonly offset: number; readonly limit: number },
): Promise<readonly IncomingRow[]> {
  return await connection
    .select()
    .from(incomingFiles)
    .where(matches(filter))
    .orderBy(desc(incomingFiles.changedAt), desc(incomingFiles.id))
    .limit(limit)
    .offset(offset);
}

export async function countIncoming(
  connection: Connection,
  filter: Omit<IncomingFilter, "state">,
): Promise<IncomingCounts> {
  const rows = await connection
    .select({ state: incomingFiles.state, files: count() })
    .from(incomingFiles)
    .where(matches(filter))
    .groupBy(incomingFiles.state);
  const of = (state: IncomingState) => rows.find((row) => row.state === state)?.files ?? 0;
  return {
    receiving: of("receiving"),
    received: of("received"),
    checking: of("checking"),
    analysing: of("analysing"),
    added: of("added"),
    refused: of("refused"),
  };
}

export async function countFinishedSince(connection: Connection, since: Date): Promise<number> {
  return await connection.$count(
    incomingFiles,
    and(inArray(incomingFiles.state, finished), gt(incomingFiles.changedAt, since)),
  );
}

/** Unfinished uploads, oldest first. */
export async function listUnfinishedUploads(
  connection: Connection,
): Promise<readonly IncomingRow[]> {
  const open = incomingStates.filter((state) => !finished.includes(state));
  return await connection
    .select()
    .from(incomingFiles)
    .where(and(eq(incomingFiles.way, "upload"), inArray(incomingFiles.state, open)))
    .orderBy(asc(incomingFiles.changedAt));
}

/** Refused files that the station still has. */
export async function listRefused(
  connection: Connection,
  choice: IncomingChoice,
): Promise<readonly IncomingRow[]> {
  return await connection
    .select()
    .from(incomingFiles)
    .where(
      and(eq(incomingFiles.state, "refused"), isNotNull(incomingFiles.place), isChosen(choice)),
    );
}

/** Removes finished files from the list. @returns the removed ones */
export async function deleteFinished(
  connection: Connection,
  choice: IncomingChoice,
): Promise<readonly IncomingRow[]> {
  return await connection
    .delete(incomingFiles)
    .where(and(inArray(incomingFiles.state, finished), isChosen(choice)))
    .returning();
}

export async function deleteIncoming(connection: Connection, id: string): Promise<void> {
  await connection.delete(incomingFiles).where(eq(incomingFiles.id, id));
}

/** Deletes finished files older than a time, or beyond the newest. @returns the deleted ones */
export async function deleteOldFinished(
  connection: Connection,
  { before, kept }: { readonly before: Date; readonly kept: number },
): Promise<readonly IncomingRow[]> {
  const isFinished = inArray(incomingFiles.state, finished);
  const [oldestKept] = await connection
    .select({ changedAt: incomingFiles.changedAt })
    .from(incomingFiles)
    .where(isFinished)
    .orderBy(desc(incomingFiles.changedAt))
    .offset(kept)
    .limit(1);
  const isSurplus =
    oldestKept === undefined
      ? undefined
      : sql`${incomingFiles.changedAt} <= ${oldestKept.changedAt.toISOString()}::timestamptz`;
  return await connection
    .delete(incomingFiles)
    .where(and(isFinished, or(lt(incomingFiles.changedAt, before), isSurplus)))
    .returning();
}

/** Refused uploads kept for a retry, oldest first. */
export async function listKeptUploads(connection: Connection): Promise<readonly IncomingRow[]> {
  return await connection
    .select()
    .from(incomingFiles)
    .where(
      and(
        eq(incomingFiles.way, "upload"),
        eq(incomingFiles.state, "refused"),
        isNotNull(incomingFiles.place),
      ),
    )
    .orderBy(asc(incomingFiles.changedAt));
}

function isChosen({ ids, batchId }: IncomingChoice) {
  return and(
    ids === undefined ? undefined : inArray(incomingFiles.id, [...ids]),
    batchId === undefined ? undefined : eq(incomingFiles.batchId, batchId),
  );
}

function matches({ state, way, batchId }: IncomingFilter) {
  return and(
    state === undefined ? undefined : eq(incomingFiles.state, state),
    way === undefined ? undefined : eq(incomingFiles.way, way),
    batchId === undefined ? undefined : eq(incomingFiles.batchId, batchId),
  );
}
