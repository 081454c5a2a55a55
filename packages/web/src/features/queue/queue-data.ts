import { queueCalls, queueUndoCalls } from "@neonrelay/contract/callers";
import type { ExpectedPlay, QueueItem, Track } from "@neonrelay/contract/callers";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { callApi, refusalText } from "../../api/call-api.ts";
import { refresh } from "../../api/refresh.ts";
import { stationData } from "../../api/query-client.ts";
import { useConnectionState, useSocket } from "../../socket/socket-context.ts";
import { useToasts } from "../../ui/toast-context.ts";
import type { ToastRequest } from "../../ui/toast-store.ts";
import { playNextId, withMoved } from "./queue-order.ts";
import { waitWords } from "./wait-words.ts";

const TOAST_MS = 5000;
const FALLBACK_POLL_MS = 10_000;
const EXPECTED_POLL_MS = 60_000;

export const queueQuery = queryOptions<QueueItem[]>({
  ...stationData,
  queryKey: [queueCalls.listQueue.path],
  queryFn: ({ signal }) => callApi(queueCalls.listQueue, {}, signal),
});

export function useQueue() {
  const isLive = useConnectionState() === "CONNECTED";
  return useQuery({ ...queueQuery, refetchInterval: isLive ? false : FALLBACK_POLL_MS });
}

/** When the entries of the queue are expected on air. */
const expectedQuery = queryOptions<ExpectedPlay[]>({
  ...stationData,
  queryKey: [queueCalls.listExpectedPlays.path],
  queryFn: ({ signal }) => callApi(queueCalls.listExpectedPlays, {}, signal),
});

/** Reloads it after a change of the queue or of the plan. */
export function refreshExpectedPlays(queryClient: QueryClient): void {
  refresh(queryClient, expectedQuery.queryKey);
}

/** What an entry waits for, in words; undefined: it comes in its turn. */
export function useWaitWords({ id, requestedBy }: QueueItem): string | undefined {
  const { data } = useQuery({
    ...expectedQuery,
    enabled: requestedBy !== null,
    refetchInterval: EXPECTED_POLL_MS,
  });
  const own = data?.find((each) => each.id === id);
  return own === undefined ? undefined : waitWords(own);
}

export function useAddToQueue() {
  const { succeeded, failed } = useQueueOutcome();
  const tellWait = useTellWait();
  return useMutation({
    mutationFn: (track: Track) =>
      callApi(queueCalls.addToQueue, {
        body: { trackId: track.id, position: Date.now(), requestedBy: "Web User" },
      }),
    onSuccess: async (item) => {
      await succeeded({
        title: "Added to Queue",
        text: `${item.track.title} is number ${item.position} in the queue`,
        fact: requestFact(item.track),
      });
      await tellWait(item);
    },
    onError: failed("Failed to add track to queue"),
  });
}

/** Tells what a new request waits for, if it does. */
function useTellWait() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return async ({ id, track }: QueueItem) => {
    const expected = await queryClient
      .fetchQuery({ ...expectedQuery, staleTime: 0 })
      .catch(() => []); // the queue shows it later
    const own = expected.find((each) => each.id === id);
    const text = own === undefined ? undefined : waitWords(own);
    if (text !== undefined)
      toasts.show({ tone: "success", title: track.title, text, durationMs: TOAST_MS });
  };
}

/** 'Added to Queue' and 'New Song Request' report the same fact: one of them is enough. */
export function requestFact({ title, artist }: Pick<Track, "title" | "artist">): string {
  return `requested: ${artist} – ${title}`;
}

export function useRemoveFromQueue() {
  const { succeeded, failed } = useQueueOutcome();
  return useMutation({
    mutationFn: (item: QueueItem) =>
      callApi(queueCalls.removeFromQueue, { params: { id: item.id } }),
    onSuccess: (_, item) =>
      succeeded({
        title: "Track Removed",
        text: `${item.track.title} left the queue`,
      }),
    onError: failed("Failed to remove track from queue"),
  });
}

export function useClearQueue() {
  const socket = useSocket();
  const { succeeded, failed } = useQueueOutcome();
  return useMutation({
    mutationFn: () => callApi(queueCalls.clearQueue, {}),
    onSuccess: () => {
      socket.send({ type: "queue_update", data: [] });
      return succeeded({ title: "Queue Cleared" });
    },
    onError: failed("Failed to clear queue"),
  });
}

/** Moves an entry on the screen at once, and reverts it when the station refuses. */
export function useMoveInQueue() {
  const queryClient = useQueryClient();
  const { succeeded, failed } = useQueueOutcome();
  const fail = failed("Failed to move track");
  return useMutation({
    mutationFn: ({ item, index }: { readonly item: QueueItem; readonly index: number }) =>
      callApi(queueCalls.moveInQueue, { params: { id: item.id }, body: { position: index } }),
    onMutate: async ({ item, index }) => {
      await queryClient.cancelQueries({ queryKey: queueQuery.queryKey });
      const before = queryClient.getQueryData(queueQuery.queryKey);
      queryClient.setQueryData(queueQuery.queryKey, (present) =>
        present === undefined ? undefined : withMoved(present, { id: item.id, index }),
      );
      return { before };
    },
    onSuccess: (queue, { item }) => {
      queryClient.setQueryData(queueQuery.queryKey, queue);
      const position = queue.find(({ id }) => id === item.id)?.position ?? item.position;
      return succeeded({
        title: "Track Moved",
        text: `${item.track.title} is now number ${position} of ${queue.length}`,
      });
    },
    onError: (error, _, memory) => {
      queryClient.setQueryData(queueQuery.queryKey, memory?.before);
      fail(error);
    },
  });
}

export function useShuffleQueue() {
  const { succeeded, failed } = useQueueOutcome();
  return useMutation({
    mutationFn: () => callApi(queueUndoCalls.shuffleQueue, {}),
    onSuccess: () => succeeded({ title: "Queue Shuffled" }),
    onError: failed("Failed to shuffle queue"),
  });
}

/** Undoes the latest change to the queue, by any user. */
export function useUndoQueue() {
  const { succeeded, failed } = useQueueOutcome();
  return useMutation({
    mutationFn: () => callApi(queueUndoCalls.undoQueue, {}),
    onSuccess: () => succeeded({ title: "Change Undone" }),
    onError: failed("Failed to undo"),
  });
}

/** @param done the toast once the entry is first */
export function usePlayNext(done: (item: QueueItem) => { title: string; text: string }) {
  const queryClient = useQueryClient();
  const { succeeded, failed } = useQueueOutcome();
  return useMutation({
    mutationFn: (item: QueueItem) => {
      const queue = queryClient.getQueryData(queueQuery.queryKey) ?? [];
      return callApi(queueCalls.playNext, { params: { id: playNextId(queue, item) } });
    },
    onSuccess: (_, item) => succeeded(done(item)),
    onError: failed("Failed to move track"),
  });
}

function useQueueOutcome() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return {
    succeeded: (toast: Pick<ToastRequest, "title" | "text" | "fact">) => {
      toasts.show({ tone: "success", durationMs: TOAST_MS, ...toast });
      // The socket brings the new queue; this covers a page whose socket is down.
      return queryClient.invalidateQueries({ queryKey: queueQuery.queryKey });
    },
    failed: (sentence: string) => (error: unknown) => {
      toasts.show({
        tone: "error",
        title: "Error",
        text: withReason(sentence, error),
        durationMs: TOAST_MS,
      });
    },
  };
}

/** The specification's sentence first, then the station's own reason when it gives one. */
function withReason(sentence: string, error: unknown): string {
  const reason = refusalText(error);
  return reason === undefined ? sentence : `${sentence}: ${reason}`;
}
