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

/** Rows of a long list; only those near the screen are loaded. */
export interface PagedRows<Row> {
  /** undefined until loaded. */
  readonly total: number | undefined;
  /** undefined while the row loads. */
  readonly rowAt: (index: number) => Row | undefined;
  /** The latest fetch of visible rows failed; older data stays. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** A page, as its query returns it. */
interface LoadedPage<Row> {
  readonly data: { readonly items: readonly Row[]; readonly total: number } | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** @param numbers page numbers, in the same order */
export function rowsOfPages<Row>(
  numbers: readonly number[],
  pages: readonly LoadedPage<Row>[],
): PagedRows<Row> {
  const loaded = new Map(numbers.map((number, at) => [number, pages[at]?.data?.items]));
  return {
    total: pages.find(({ data }) => data !== undefined)?.data?.total,
    rowAt: (index) => loaded.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
    hasFailed: pages.some(({ isError, isFetching }) => isError && !isFetching),
    retry: () => {
      for (const page of pages) if (page.isError) void page.refetch();
    },
  };
}
