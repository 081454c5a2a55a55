import { PAGE_ROWS } from "./library-pages.ts";

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
