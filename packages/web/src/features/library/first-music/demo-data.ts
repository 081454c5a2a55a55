import { demoMusicCalls, libraryCalls, tracksCalls } from "@neonrelay/contract/callers";
import type { DemoMusicState } from "@neonrelay/contract/callers";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi, failureText } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { useToasts } from "../../../ui/toast-context.ts";

const TOAST_MS = 5000;
const LOOK_EVERY_MS = 30_000;
const LOOK_WHILE_MAKING_MS = 1000;

const demoQuery = queryOptions<DemoMusicState>({
  ...stationData,
  queryKey: [demoMusicCalls.getDemoMusic.path],
  queryFn: ({ signal }) => callApi(demoMusicCalls.getDemoMusic, {}, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.making ? LOOK_WHILE_MAKING_MS : LOOK_EVERY_MS),
});

/** The progress of the demo tracks. Reloads track lists with each new one. */
export function useDemoMusic(): DemoMusicState | undefined {
  const queryClient = useQueryClient();
  const { data } = useQuery(demoQuery);
  const made = data?.making?.made ?? 0;
  useEffect(() => {
    if (made === 0) return;
    for (const path of [tracksCalls.listTracks.path, libraryCalls.getLibraryStats.path])
      queryClient
        .invalidateQueries({ queryKey: [path] })
        .catch((error: unknown) => console.warn("not refetched", path, error));
  }, [made, queryClient]);
  return data;
}

export function useMakeDemo() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => callApi(demoMusicCalls.makeDemoMusic, {}),
    onSuccess: (state) => queryClient.setQueryData(demoQuery.queryKey, state),
    onError: (error) =>
      toasts.show({
        tone: "error",
        title: "No Demo Tracks Created",
        text: failureText(error, "The station gave no reason"),
        durationMs: TOAST_MS,
      }),
  });
}
