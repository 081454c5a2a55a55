import type { QueryClient } from "@tanstack/react-query";

/** Refetches data that may have changed without a message on the socket. */
export function refresh(queryClient: QueryClient, queryKey: readonly unknown[]): void {
  queryClient
    .invalidateQueries({ queryKey })
    .catch((error: unknown) => console.warn("not refreshed", queryKey, error));
}

/** Refetches every query that failed. */
export function retryFailed(queryClient: QueryClient): void {
  queryClient
    .refetchQueries({ predicate: ({ state }) => state.status === "error" })
    .catch((error: unknown) => console.warn("not refetched", error));
}
