import { QueryClient } from "@tanstack/react-query";
import { ApiCallError } from "./call-api.ts";

const RETRIES = 2;

/** Data of the station: 2 retries at 500 ms, stale after 30 s, kept 60 s. A refusal is not retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}
