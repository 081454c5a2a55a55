/** Rows of a list that is paged by the id of the last row. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** Rows of all pages. */
  readonly total: number;
}

/** @param found one row more than the page may have, when there are more */
export function toRowPage<Row>(
  found: readonly Row[],
  { limit, total }: { readonly limit: number; readonly total: number },
): RowPage<Row> {
  return { rows: found.slice(0, limit), hasMore: found.length > limit, total };
}
