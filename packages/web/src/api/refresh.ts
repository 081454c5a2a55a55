import type { QueryClient } from "@tanstack/react-query";

/** Asks the station again for what may have changed without the page being told. */
export function refresh(queryClient: QueryClient, queryKey: readonly unknown[]): void {
  queryClient
    .invalidateQueries({ queryKey })
    .catch((error: unknown) => console.warn("not refreshed", queryKey, error));
}

/** Asks once more for everything that could not be had. */
export function retryFailed(queryClient: QueryClient): void {
  queryClient
    .refetchQueries({ predicate: ({ state }) => state.status === "error" })
    .catch((error: unknown) => console.warn("not asked again", error));
}
