/** A page of a list, continued after the id of its last row. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** Rows of all pages. */
  readonly total: number;
}

/** @param found one row more than the page size if there are more */
export function toRowPage<Row>(
  found: readonly Row[],
  { limit, total }: { readonly limit: number; readonly total: number },
): RowPage<Row> {
  return { rows: found.slice(0, limit), hasMore: found.length > limit, total };
}
