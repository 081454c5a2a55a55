import { asc, eq } from "drizzle-orm";
import type { StoredOutput, StoredOutputChange } from "./output-rules.ts";
import type { Connection } from "../database/database.ts";
import { streamOutputs } from "./output-tables.ts";

/** Oldest first. */
export async function listOutputs(connection: Connection): Promise<readonly StoredOutput[]> {
  return await connection
    .select()
    .from(streamOutputs)
    .orderBy(asc(streamOutputs.createdAt), asc(streamOutputs.id));
}

export async function insertOutput(transaction: Connection, output: StoredOutput): Promise<void> {
  await transaction.insert(streamOutputs).values(output);
}

export async function saveOutput(
  transaction: Connection,
  id: string,
  change: StoredOutputChange,
): Promise<void> {
  await transaction
    .update(streamOutputs)
    .set({ id, ...change })
    .where(eq(streamOutputs.id, id));
}

/** @returns the removed output, or undefined when it did not exist */
export async function deleteOutput(
  connection: Connection,
  id: string,
): Promise<StoredOutput | undefined> {
  const [removed] = await connection
    .delete(streamOutputs)
    .where(eq(streamOutputs.id, id))
    .returning();
  return removed;
}
