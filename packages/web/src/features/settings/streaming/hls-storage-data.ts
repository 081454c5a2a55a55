import { hlsStorageCalls } from "@neonrelay/contract/callers";
import type { HlsStorage } from "@neonrelay/contract/callers";
import { useMutation, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";
import { storeLabels } from "../store-labels.ts";

const POLL_MS = 5000;

/** The labels of the form's fields. */
export const hlsStorageLabels = { ...storeLabels, store: "Storage", publicUrl: "Public address" };

/** Polls: the state changes by itself. */
export function useHlsCopy() {
  return useQuery({
    queryKey: [hlsStorageCalls.getHlsCopy.path],
    queryFn: ({ signal }) => callApi(hlsStorageCalls.getHlsCopy, {}, signal),
    refetchInterval: POLL_MS,
  });
}

export function useSaveHlsStorage() {
  return useCommand({
    run: async (storage: HlsStorage) =>
      await callApi(hlsStorageCalls.putHlsStorage, { body: storage }),
    done: { title: "HLS Storage Saved" },
    failure: "Failed to save the HLS storage",
    labels: hlsStorageLabels,
    changes: [hlsStorageCalls.getHlsCopy.path],
  });
}

export function useTryHlsStorage() {
  return useMutation({
    mutationFn: async (storage: HlsStorage) =>
      await callApi(hlsStorageCalls.tryHlsStorage, { body: storage }),
  });
}
