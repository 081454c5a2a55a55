import { accountsCalls } from "@neonrelay/contract/callers";
import { MutationCache, QueryClient } from "@tanstack/react-query";
import { ApiCallError } from "./call-api.ts";

const RETRIES = 2;

/**
 * For the station's state: 2 retries at 500 ms, stale after 30 s, kept 60 s. A refusal is a final answer:
 * retrying does not change it.
 */
export const stationData = {
  retry: (failures: number, error: Error) =>
    failures < RETRIES && !(error instanceof ApiCallError && error.status < 500),
  retryDelay: 500,
  staleTime: 30_000,
  gcTime: 60_000,
  refetchOnMount: true,
} as const;

/**
 * Other queries are fetched when a screen opens, and never become stale. An unreachable station fails them at once,
 * even when the browser reports that it is offline: the panel shows the error, and no mutation waits for later.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    mutationCache: new MutationCache({
      // A refusal for lack of a session or a right means that the page's session data is out of date.
      onError: (error) => {
        if (!(error instanceof ApiCallError) || (error.status !== 401 && error.status !== 403))
          return;
        void queryClient.invalidateQueries({ queryKey: [accountsCalls.getSession.path] });
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Infinity,
        refetchOnMount: "always",
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return queryClient;
}

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
