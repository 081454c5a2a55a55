import { MutationCache, QueryClient } from "@tanstack/react-query";
import { accountsApi } from "@neonrelay/contract";
import { ApiCallError } from "./call-api.ts";

const RETRIES = 2;

/** Data of the station: 2 retries at 500 ms, stale after 30 s, kept 60 s. A refusal is not retried. */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    mutationCache: new MutationCache({
      // A refusal for want of a session or a right means that what the page knows of both is old.
      onError: (error) => {
        if (!(error instanceof ApiCallError) || (error.status !== 401 && error.status !== 403))
          return;
        void queryClient.invalidateQueries({ queryKey: [accountsApi.getSession.path] });
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof ApiCallError && error.status < 500),
        retryDelay: 500,
        staleTime: 30_000,
        gcTime: 60_000,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  });
  return queryClient;
}
