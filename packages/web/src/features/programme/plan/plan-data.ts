import { planCalls } from "@neonrelay/contract/callers";
import type { Plan, PlanItem, Track } from "@neonrelay/contract/callers";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { useCommand } from "../../../api/use-command.ts";
import { useConnectionState } from "../../../socket/socket-context.ts";
import { beforeIdAt, withPlanDropped, withPlanMoved } from "./plan-order.ts";

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
