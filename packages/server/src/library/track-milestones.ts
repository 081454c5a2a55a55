import type { Connection } from "../database/database.ts";
import { listMilestones, type TrackOrder } from "./track-list-store.ts";

/** Rows from one milestone to the next. */
const ROWS_BETWEEN = 1000;
/** They may be out of date for so long: the rows far down a list are then some places off. */
const KEPT_MS = 60_000;

/** Where to begin reading for a page. */
export interface PageBegin {
  /** null: at the beginning of the list. */
  readonly afterId: string | null;
  /** How many rows behind it are left out. */
  readonly offset: number;
}

/**
 * Finds pages far down the whole library without reading all rows before them: it remembers every thousandth track of
 * each order for a minute. A list is read once for that, as far down as it goes.
 */
export function createMilestones({
  connection,
  nowMs,
  rowsBetween = ROWS_BETWEEN,
}: {
  readonly connection: Connection;
  readonly nowMs: () => number;
  readonly rowsBetween?: number;
}): (order: TrackOrder, offset: number) => Promise<PageBegin> {
  const kept = new Map<
    string,
    { readonly ids: Promise<readonly string[]>; readonly atMs: number }
  >();
  const idsOf = async (order: TrackOrder): Promise<readonly string[]> => {
    const name = `${order.sort} ${order.isDescending}`;
    const known = kept.get(name);
    if (known !== undefined && nowMs() - known.atMs < KEPT_MS) return await known.ids;
    const reading = { ids: listMilestones(connection, { order, rowsBetween }), atMs: nowMs() };
    kept.set(name, reading);
    try {
      return await reading.ids;
    } catch (error) {
      if (kept.get(name) === reading) kept.delete(name);
      throw error;
    }
  };
  return async (order, offset) => {
    const milestone = Math.floor(offset / rowsBetween);
    if (milestone === 0) return { afterId: null, offset };
    const ids = await idsOf(order);
    const afterId = ids[Math.min(milestone, ids.length) - 1];
    if (afterId === undefined) return { afterId: null, offset };
    return { afterId, offset: offset - Math.min(milestone, ids.length) * rowsBetween };
  };
}
