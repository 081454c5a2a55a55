import { logsCalls } from "@neonrelay/contract/callers";
import type { SecurityEventEntry, Severity, SystemLogEntry } from "@neonrelay/contract/callers";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";

const PAGE_SIZE = 100;

export function useSystemLogs({
  level,
  q,
}: {
  readonly level: SystemLogEntry["level"] | undefined;
  readonly q: string;
}) {
  return useInfiniteQuery({
    queryKey: [logsCalls.listSystemLogs.path, level, q],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        logsCalls.listSystemLogs,
        { query: { limit: PAGE_SIZE, after: pageParam, level, q: q === "" ? undefined : q } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });
}

export function useSecurityEvents(severity: Severity | undefined) {
  return useInfiniteQuery({
    queryKey: [logsCalls.listSecurityEvents.path, severity],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        logsCalls.listSecurityEvents,
        { query: { limit: PAGE_SIZE, after: pageParam, severity } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });
}

function nextPage(page: readonly (SystemLogEntry | SecurityEventEntry)[]): string | undefined {
  return page.length < PAGE_SIZE ? undefined : page.at(-1)?.id;
}

export function useClearLogs() {
  return useCommand({
    run: () => callApi(logsCalls.clearSystemLogs, {}),
    done: { title: "Logs Cleared" },
    failure: "Failed to clear the logs",
    changes: [logsCalls.listSystemLogs.path],
  });
}
