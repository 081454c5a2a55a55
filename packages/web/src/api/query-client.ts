import { MutationCache, QueryClient } from "@tanstack/react-query";
import { accountsCalls } from "@neonrelay/contract/callers";
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
