import { MAX_VISITOR_OFFSET } from "@neonrelay/contract";

/** Rows from one milestone to the next. */
const ROWS_BETWEEN = 250;
/** The whole list is read only for a page further down than visitors get. */
const NEAR_ROWS = MAX_VISITOR_OFFSET;
/** They may be out of date for so long: the rows far down a list are then some places off. */
const KEPT_MS = 60_000;
/** Lists; beyond it the one read longest ago is forgotten. */
const MAX_KEPT = 500;

/** Where to begin reading for a page. */
export interface PageBegin {
  /** The id or key of a row; null: at the beginning of the list. */
  readonly after: string | null;
  /** How many rows behind it are left out. */
  readonly offset: number;
}

/**
 * Finds pages far down a long list without reading all rows before them: it remembers every 250th row of each
 * order for a minute. A list is read once for that, as far down as it goes.
 */
export function createMilestones<Order>({
  list,
  isThere,
  nameOf,
  nowMs,
  rowsBetween = ROWS_BETWEEN,
}: {
  readonly list: (wanted: {
    readonly order: Order;
    readonly rowsBetween: number;
    /** How many rows of the list are looked at; null: all. */
    readonly rows: number | null;
  }) => Promise<readonly string[]>;
  /** Whether a row that was remembered is still in the list; without it the page is found by counting rows. */
  readonly isThere: (order: Order, row: string) => Promise<boolean>;
  /** No two orders may have the same. */
  readonly nameOf: (order: Order) => string;
  readonly nowMs: () => number;
  readonly rowsBetween?: number;
}): (order: Order, offset: number) => Promise<PageBegin> {
  const kept = new Map<
    string,
    { readonly rows: Promise<readonly string[]>; readonly atMs: number }
  >();
  const rowsOf = async (order: Order, most: number | null): Promise<readonly string[]> => {
    const name = `${nameOf(order)} ${most}`;
    const known = kept.get(name);
    if (known !== undefined && nowMs() - known.atMs < KEPT_MS) return await known.rows;
    kept.delete(name);
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    const reading = { rows: list({ order, rowsBetween, rows: most }), atMs: nowMs() };
    kept.set(name, reading);
    try {
      return await reading.rows;
    } catch (error) {
      if (kept.get(name) === reading) kept.delete(name);
      throw error;
    }
  };
  return async (order, offset) => {
    const milestone = Math.floor(offset / rowsBetween);
    if (milestone === 0) return { after: null, offset };
    const rows = await rowsOf(order, offset <= NEAR_ROWS ? NEAR_ROWS : null);
    const after = rows[Math.min(milestone, rows.length) - 1];
    if (after === undefined || !(await isThere(order, after))) return { after: null, offset };
    return { after, offset: offset - Math.min(milestone, rows.length) * rowsBetween };
  };
}
