import { type Plan, planCalls, type PlanItem, type Track } from "@neonrelay/contract/callers";
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { useCommand } from "../../../api/use-command.ts";
import { useConnectionState } from "../../../socket/socket-context.ts";
import { useNowPlaying } from "../../radio/index.ts";

/** Maximum tracks in a plan: more than 12 hours need, unless all tracks are very short. */
export const MAX_ITEMS = 500;
const FALLBACK_POLL_MS = 10_000;
const changes = [planCalls.getPlan.path];

const planQuery = queryOptions<Plan>({
  ...stationData,
  queryKey: [planCalls.getPlan.path],
  queryFn: ({ signal }) => callApi(planCalls.getPlan, { query: { limit: MAX_ITEMS } }, signal),
  staleTime: 0,
});

export function usePlan() {
  const isLive = useConnectionState() === "CONNECTED";
  return useQuery({ ...planQuery, refetchInterval: isLive ? false : FALLBACK_POLL_MS });
}

export function usePlanReason(id: string) {
  return useQuery({
    queryKey: [planCalls.getPlan.path, id, "why"],
    queryFn: ({ signal }) => callApi(planCalls.explainPlanItem, { params: { id } }, signal),
  });
}

/** Moves an item on the screen at once; the station's response replaces it. */
export function useMoveInPlan() {
  const show = useShownAtOnce();
  return useCommand({
    run: ({ item, index }: { readonly item: PlanItem; readonly index: number }) =>
      show(
        (items) => withPlanMoved(items, { id: item.id, index }),
        (items) =>
          callApi(planCalls.changePlanItem, {
            params: { id: item.id },
            body: { beforeId: beforeIdAt(items, { id: item.id, index }) },
          }),
      ),
    done: { title: "Track Moved" },
    failure: "The track could not be moved",
    changes,
  });
}

export function useDropFromPlan() {
  const show = useShownAtOnce();
  return useCommand({
    run: ({ id }: PlanItem) =>
      show(
        (items) => withPlanDropped(items, id),
        () => callApi(planCalls.dropPlanItem, { params: { id } }),
      ),
    done: { title: "Track Removed", text: "The rest of the plan moves up." },
    failure: "The track could not be removed",
    changes,
  });
}

export function useLockInPlan() {
  return useCommand({
    run: ({ item: { id }, isLocked }: { readonly item: PlanItem; readonly isLocked: boolean }) =>
      callApi(planCalls.changePlanItem, { params: { id }, body: { isLocked } }),
    done: undefined,
    failure: "The lock could not be changed",
    changes,
  });
}

export function useReplaceInPlan() {
  return useCommand({
    run: ({ item: { id }, track }: { readonly item: PlanItem; readonly track: Track }) =>
      callApi(planCalls.changePlanItem, { params: { id }, body: { trackId: track.id } }),
    done: { title: "Track Changed" },
    failure: "The track could not be changed",
    changes,
  });
}

export function useInsertIntoPlan() {
  return useCommand({
    run: ({ before, track }: { readonly before: PlanItem | null; readonly track: Track }) =>
      callApi(planCalls.insertIntoPlan, {
        body: { trackId: track.id, beforeId: before?.id ?? null },
      }),
    done: { title: "Track Inserted", text: "It is locked in place." },
    failure: "The track could not be inserted",
    changes,
  });
}

/** Undoes the last manual change to the plan. */
export function useUndoPlan() {
  return useCommand({
    run: () => callApi(planCalls.undoPlanChange, {}),
    done: { title: "Change Undone" },
    failure: "The change could not be undone",
    changes,
  });
}

/** Shows a change before the station responds, and reverts it if refused. */
function useShownAtOnce() {
  const queryClient = useQueryClient();
  return async (
    change: (items: readonly PlanItem[]) => PlanItem[],
    send: (before: readonly PlanItem[]) => Promise<Plan>,
  ): Promise<void> => {
    const { queryKey } = planQuery;
    await queryClient.cancelQueries({ queryKey, exact: true });
    const before = queryClient.getQueryData(queryKey);
    if (before !== undefined)
      queryClient.setQueryData(queryKey, { ...before, items: change(before.items) });
    try {
      await send(before?.items ?? []);
    } catch (error) {
      queryClient.setQueryData(queryKey, before);
      throw error;
    }
  };
}

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

/** Moves an item of the plan and updates the times. @param index counts from 0 */
export function withPlanMoved(
  items: readonly PlanItem[],
  { id, index }: { readonly id: string; readonly index: number },
): PlanItem[] {
  const moved = items.find((item) => item.id === id);
  if (moved === undefined) return [...items];
  const others = items.filter((item) => item.id !== id);
  return timed(others.toSpliced(Math.max(0, index), 0, moved), startOf(items));
}

/** Removes an item from the plan: later items move up. */
export function withPlanDropped(items: readonly PlanItem[], id: string): PlanItem[] {
  return timed(
    items.filter((item) => item.id !== id),
    startOf(items),
  );
}

/** The item that comes after a place to move to; null: the end. */
export function beforeIdAt(
  items: readonly PlanItem[],
  { id, index }: { readonly id: string; readonly index: number },
): string | null {
  return items.filter((item) => item.id !== id)[index]?.id ?? null;
}

function startOf(items: readonly PlanItem[]): number {
  return Date.parse(items[0]?.startsAt ?? "");
}

function timed(items: readonly PlanItem[], startMs: number): PlanItem[] {
  let atMs = startMs;
  return items.map((item) => {
    const startsAt = new Date(atMs).toISOString();
    atMs += item.durationMs;
    return { ...item, startsAt };
  });
}
