import type { QueryClient } from "@tanstack/react-query";

/** Refetches data that may have changed without a message on the socket. */
export function refresh(queryClient: QueryClient, queryKey: readonly unknown[]): void {
  refetchChanged(queryClient, queryKey).catch((error: unknown) =>
    console.warn("not refreshed", queryKey, error),
  );
}

/**
 * Refetches changed data that a page shows. A first fetch in progress may return the state before the change,
 * so it is followed by another fetch, which the query library would not do.
 */
export async function refetchChanged(
  queryClient: QueryClient,
  queryKey: readonly unknown[],
): Promise<void> {
  const first = queryClient.getQueryCache().findAll({
    queryKey,
    fetchStatus: "fetching",
    predicate: ({ state }) => state.data === undefined,
  });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey }),
    ...first.map(async (query) => {
      await query.fetch().catch(() => {}); // its panel shows the error
      await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  ]);
}

/** Refetches every query that failed. */
export function retryFailed(queryClient: QueryClient): void {
  queryClient
    .refetchQueries({ predicate: ({ state }) => state.status === "error" })
    .catch((error: unknown) => console.warn("not refetched", error));
}
