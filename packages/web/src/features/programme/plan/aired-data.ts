import { planCalls } from "@neonrelay/contract/callers";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "../../../api/call-api.ts";
import { useNowPlaying } from "../../radio/index.ts";

const PAGE_ITEMS = 50;

/** What was on air, newest first, in pages; reloaded when the title on air changes. */
export function useAired() {
  const query = useInfiniteQuery({
    queryKey: [planCalls.listAired.path],
    queryFn: ({ pageParam, signal }) =>
      callApi(planCalls.listAired, { query: { before: pageParam, limit: PAGE_ITEMS } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length < PAGE_ITEMS ? undefined : last.at(-1)?.startsAt),
  });
  const onAirId = useNowPlaying().data?.now?.id;
  const newestId = query.data?.pages[0]?.[0]?.id;
  const isOld = onAirId !== undefined && query.data !== undefined && newestId !== onAirId;
  const { refetch } = query;
  useEffect(() => {
    if (isOld) void refetch();
  }, [isOld, refetch]);
  return { ...query, onAirId };
}
