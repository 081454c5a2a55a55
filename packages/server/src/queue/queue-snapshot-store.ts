import { queueChanges, type QueueChangeName } from "@neonrelay/contract";
import { desc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { QueuePlace, QueueSnapshot } from "./queue-rules.ts";
import type { Connection } from "../database/database.ts";
import { queueSnapshots } from "./queue-tables.ts";

/** Snapshots kept; older changes can't be undone. */
const SNAPSHOTS_KEPT = 20;

const changeSchema = z.enum(queueChanges);
const placesSchema = z.array(
  z.object({
    id: z.uuid(),
    trackId: z.uuid(),
    requestedBy: z.string().nullable(),
    requesterKey: z.string().nullable(),
    /** Absent in snapshots of an older version. */
    isRequest: z.boolean().default(false),
    isByOperator: z.boolean().default(false),
  }),
);

interface StoredSnapshot extends QueueSnapshot {
  readonly id: number;
  readonly change: QueueChangeName;
}

/** Stores the queue as it was before a change; the queue must be locked. */
export async function insertSnapshot(
  transaction: Connection,
  {
    change,
    changedBy,
    places,
    addedEntryId,
  }: QueueSnapshot & { readonly change: QueueChangeName; readonly changedBy: string },
): Promise<void> {
  const entries: readonly QueuePlace[] = places;
  await transaction.insert(queueSnapshots).values({ change, changedBy, entries, addedEntryId });
  await transaction.execute(sql`
    delete from ${queueSnapshots} where ${queueSnapshots.id} in (
      select ${queueSnapshots.id} from ${queueSnapshots}
      order by ${queueSnapshots.id} desc offset ${SNAPSHOTS_KEPT})`);
}

/** @returns null when nothing is left to undo */
export async function findNewestSnapshot(transaction: Connection): Promise<StoredSnapshot | null> {
  const [row] = await transaction
    .select()
    .from(queueSnapshots)
    .orderBy(desc(queueSnapshots.id))
    .limit(1);
  if (row === undefined) return null;
  return {
    id: row.id,
    change: changeSchema.parse(row.change),
    places: placesSchema.parse(row.entries),
    addedEntryId: row.addedEntryId,
  };
}

/** Removes an undone change, so that the one before it is the newest. */
export async function deleteSnapshot(transaction: Connection, id: number): Promise<void> {
  await transaction.delete(queueSnapshots).where(eq(queueSnapshots.id, id));
}

/** Removes an entry that has been used up, so that no undo restores it. */
export async function forgetInSnapshots(transaction: Connection, entryId: string): Promise<void> {
  await transaction.execute(sql`
    update ${queueSnapshots} set entries = (
      select coalesce(jsonb_agg(entry order by place), '[]'::jsonb)
      from jsonb_array_elements(${queueSnapshots.entries}) with ordinality as listed(entry, place)
      where entry->>'id' <> ${entryId})
    where ${queueSnapshots.entries} @> ${listOf(entryId)}`);
}

export async function renameInSnapshots(
  transaction: Connection,
  { id, newId }: { readonly id: string; readonly newId: string },
): Promise<void> {
  await transaction.execute(sql`
    update ${queueSnapshots} set entries = (
      select jsonb_agg(
        case when entry->>'id' = ${id} then entry || jsonb_build_object('id', ${newId}::text) else entry end
        order by place)
      from jsonb_array_elements(${queueSnapshots.entries}) with ordinality as listed(entry, place))
    where ${queueSnapshots.entries} @> ${listOf(id)}`);
  await transaction
    .update(queueSnapshots)
    .set({ addedEntryId: newId })
    .where(eq(queueSnapshots.addedEntryId, id));
}

/** A jsonb list with this entry, for containment queries. */
function listOf(entryId: string) {
  return sql`${JSON.stringify([{ id: entryId }])}::jsonb`;
}
