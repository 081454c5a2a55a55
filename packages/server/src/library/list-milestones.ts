import { MAX_VISITOR_OFFSET } from "@neonrelay/contract";

/** Rows from one milestone to the next. */
const ROWS_BETWEEN = 250;
/** The whole list is read only for pages beyond the reach of visitors. */
const NEAR_ROWS = MAX_VISITOR_OFFSET;
/** Milestones may be this stale: rows far down a list are then a few positions off. */
const KEPT_MS = 60_000;
/** Maximum cached lists; the one read longest ago is dropped. */
const MAX_KEPT = 500;

/** Where to start reading a page. */
export interface PageBegin {
  /** The id or key of a row; null: the beginning of the list. */
  readonly after: string | null;
  /** How many rows to skip after it. */
  readonly offset: number;
}

/**
 * Finds pages far down a long list without reading all rows before them: it remembers every 250th row of each order for
 * a minute, which takes one read of the list as far down as it goes.
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
    /** How many rows of the list to read; null: all. */
    readonly rows: number | null;
  }) => Promise<readonly string[]>;
  /** Whether a remembered row is still in the list; if not, the page is found by counting rows. */
  readonly isThere: (order: Order, row: string) => Promise<boolean>;
  /** Must be unique for each order. */
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
