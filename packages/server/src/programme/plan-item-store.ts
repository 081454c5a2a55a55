import { asc, eq, getTableColumns } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { plays } from "../history/play-tables.ts";
import { planItems } from "./plan-tables.ts";

export type StoredPlanItem = Omit<typeof planItems.$inferSelect, "position">;

/** Soonest first. */
export async function listPlanItems(connection: Connection): Promise<readonly StoredPlanItem[]> {
  const { position, ...columns } = getTableColumns(planItems);
  return await connection.select(columns).from(planItems).orderBy(asc(position));
}

/** Replaces the plan. */
export async function savePlanItems(
  transaction: Connection,
  items: readonly StoredPlanItem[],
): Promise<void> {
  await transaction.delete(planItems);
  if (items.length === 0) return;
  await transaction
    .insert(planItems)
    .values(items.map((item, position) => ({ ...item, position })));
}

/** Removes an item that is on air or never will be. @returns the item */
export async function takePlanItem(
  transaction: Connection,
  itemId: string,
): Promise<StoredPlanItem | undefined> {
  const [taken] = await transaction.delete(planItems).where(eq(planItems.id, itemId)).returning();
  return taken;
}

/** Stores for the history which playlist a play came from, and why. */
export async function explainPlay(
  transaction: Connection,
  { playId, reason }: { readonly playId: string; readonly reason: StoredPlanItem["reason"] },
): Promise<void> {
  await transaction
    .update(plays)
    .set({ playlistId: reason.playlist?.id ?? null, planReason: reason })
    .where(eq(plays.id, playId));
}

/** Why a track was played; null: not planned, or no such play. */
export async function findPlayReason(
  connection: Connection,
  playId: string,
): Promise<StoredPlanItem["reason"] | null> {
  const [row] = await connection
    .select({ reason: plays.planReason })
    .from(plays)
    .where(eq(plays.id, playId));
  return row?.reason ?? null;
}
