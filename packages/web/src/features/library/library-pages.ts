import { MAX_VISITOR_OFFSET } from "@neonrelay/contract/callers";

/** Rows per call. */
export const PAGE_ROWS = 100;

/** How many rows can be scrolled to. Visitors have a maximum offset; operators have none. */
export function rowsInReach(total: number, isOperator: boolean): number {
  return isOperator ? total : Math.min(total, MAX_VISITOR_OFFSET + PAGE_ROWS);
}

/** Rows on the screen, counted from 0, both ends included. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The pages that hold these rows, counted from 0, and always the first page, which has the total.
 * @param before returned itself for the same pages, so that nothing renders again
 */
export function pagesOf(
  { first, last }: RowRange,
  before: readonly number[] = [],
): readonly number[] {
  const begin = Math.floor(first / PAGE_ROWS);
  const end = Math.max(begin, Math.floor(last / PAGE_ROWS));
  const pages = Array.from({ length: end - begin + 1 }, (_, at) => begin + at);
  const all = begin === 0 ? pages : [0, ...pages];
  return all.length === before.length && all.every((page, at) => page === before[at])
    ? before
    : all;
}
