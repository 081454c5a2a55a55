import { asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../database/database.ts";
import { lockUntilEnd } from "../database/transaction-locks.ts";
import { plays } from "../history/play-tables.ts";
import { keepPositions } from "./plan-position-rules.ts";
import { planItems, replacedPlanItems } from "./plan-tables.ts";
import { eachOf, runInSlices } from "./small-steps.ts";

type StoredPlanRow = typeof planItems.$inferSelect;
export type StoredPlanItem = Omit<StoredPlanRow, "position">;

/**
 * How inaccurate a stored time may be. Every join shifts all later times slightly, and only a starting server reads
 * them.
 */
const INEXACT_MS = 30_000;

/** Soonest first. */
export async function listPlanItems(connection: Connection): Promise<readonly StoredPlanItem[]> {
  const { position, ...columns } = getTableColumns(planItems);
  return await connection.select(columns).from(planItems).orderBy(asc(position));
}

/** Replaces the plan, writing only differences: most items stay the same for hours. */
export async function savePlanItems(
  transaction: Connection,
  items: readonly StoredPlanItem[],
): Promise<void> {
  // Otherwise two nodes saving at the same time would leave items of both.
  await lockUntilEnd(transaction, "plan");
  const stored = new Map((await transaction.select().from(planItems)).map((row) => [row.id, row]));
  const wanted = new Map(items.map(({ id, trackId }) => [id, trackId]));
  const replaced = [...stored.values()].filter(({ id, trackId }) => wanted.get(id) !== trackId);
  const gone = replaced.flatMap(({ id }) => (wanted.has(id) ? [] : [id]));
  if (gone.length > 0) await transaction.delete(planItems).where(inArray(planItems.id, gone));
  await putAside(transaction, replaced);
  const positions = keepPositions(items.map(({ id }) => stored.get(id)?.position));
  const changed: StoredPlanRow[] = [];
  const compare = eachOf(items.entries(), ([index, item]) => {
    const row = { ...item, position: positions[index] ?? 0 };
    if (!isStored(row, stored.get(item.id))) changed.push(row);
  });
  await runInSlices(compare);
  if (changed.length === 0) return;
  const { id, ...columns } = getTableColumns(planItems);
  const excluded = Object.entries(columns).map(([key, { name }]) => [
    key,
    sql`excluded.${sql.identifier(name)}`,
  ]);
  await transaction
    .insert(planItems)
    .values(changed)
    .onConflictDoUpdate({ target: id, set: Object.fromEntries(excluded) });
}

/** Longer than on-air, possibly without a server, follows a plan. */
const KEPT = sql`interval '1 day'`;
/** More than ten complete plans; on-air holds the latest one or two. */
const MAX_KEPT = 5000;

/** Keeps the reasons of these items for plays that on-air reports later. */
async function putAside(transaction: Connection, rows: readonly StoredPlanRow[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .delete(replacedPlanItems)
    .where(sql`${replacedPlanItems.replacedAt} < now() - ${KEPT}`);
  const { startsAtMs, reason, replacedAt } = replacedPlanItems;
  await transaction
    .insert(replacedPlanItems)
    .values(
      rows.map((row) => ({
        id: row.id,
        trackId: row.trackId,
        startsAtMs: row.startsAtMs,
        reason: row.reason,
      })),
    )
    .onConflictDoUpdate({
      target: [replacedPlanItems.id, replacedPlanItems.trackId],
      set: {
        startsAtMs: sql`excluded.${sql.identifier(startsAtMs.name)}`,
        reason: sql`excluded.${sql.identifier(reason.name)}`,
        replacedAt: sql`excluded.${sql.identifier(replacedAt.name)}`,
      },
    });
  await transaction.execute(sql`delete from ${replacedPlanItems} where (id, track_id) in (
    select id, track_id from ${replacedPlanItems} order by ${replacedAt} desc, id, track_id offset ${MAX_KEPT})`);
}

function isStored(
  { startsAtMs, ...item }: StoredPlanRow,
  stored: StoredPlanRow | undefined,
): boolean {
  if (stored === undefined) return false;
  const { startsAtMs: storedAtMs, ...row } = stored;
  return Math.abs(startsAtMs - storedAtMs) < INEXACT_MS && isDeepStrictEqual(item, row);
}

/**
 * Removes an item that is on air or never will be.
 * @param trackId the played track; null: any
 * @returns the plan's reason for that track, even if the plan was remade since
 */
export async function takePlanItem(
  transaction: Connection,
  { itemId, trackId }: { readonly itemId: string; readonly trackId: string | null },
): Promise<Pick<StoredPlanItem, "startsAtMs" | "reason"> | undefined> {
  const [taken] = await transaction.delete(planItems).where(eq(planItems.id, itemId)).returning();
  const replaced = await transaction
    .delete(replacedPlanItems)
    .where(eq(replacedPlanItems.id, itemId))
    .returning();
  const newestFirst = replaced.sort((a, b) => b.replacedAt.getTime() - a.replacedAt.getTime());
  const said = taken === undefined ? newestFirst : [taken, ...newestFirst];
  return said.find((item) => trackId === null || item.trackId === trackId);
}

/** Records in the history which playlist a play came from, and why. */
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
