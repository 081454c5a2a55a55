import { queueCalls, type QueueItem, queueUndoCalls } from "@neonrelay/contract/callers";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { useSocket } from "../../socket/socket-context.ts";
import { useQueueOutcome, waitWords } from "./queue-outcome.ts";
import { expectedQuery, queueQuery } from "./queue-query.ts";

const EXPECTED_POLL_MS = 60_000;

/** What an entry waits for, in words; undefined if it plays in turn. */
export function useWaitWords({ id, requestedBy }: QueueItem): string | undefined {
  const { data } = useQuery({
    ...expectedQuery,
    enabled: requestedBy !== null,
    refetchInterval: EXPECTED_POLL_MS,
  });
  const own = data?.find((each) => each.id === id);
  return own === undefined ? undefined : waitWords(own);
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

/** Moves an entry on the screen at once, and reverts if the station refuses. */
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

/** An entry, or a track under its own id, which is added if it is not in the queue. */
type Playable = Pick<QueueItem, "id" | "track">;

/** @param done the toast once the entry is first */
export function usePlayNext(done: (item: Playable) => { title: string; text: string }) {
  const queryClient = useQueryClient();
  const { succeeded, failed } = useQueueOutcome();
  return useMutation({
    mutationFn: (item: Playable) => {
      const queue = queryClient.getQueryData(queueQuery.queryKey) ?? [];
      return callApi(queueCalls.playNext, { params: { id: playNextId(queue, item) } });
    },
    onSuccess: (_, item) => succeeded(done(item)),
    onError: failed("Failed to move track"),
  });
}

/**
 * Moves one entry of the queue.
 * @param index counts from 0 and is clamped to the queue
 */
export function withMoved(
  items: readonly QueueItem[],
  { id, index }: { readonly id: string; readonly index: number },
): QueueItem[] {
  const moved = items.find((item) => item.id === id);
  if (moved === undefined) return [...items];
  const others = items.filter((item) => item.id !== id);
  return others
    .toSpliced(Math.max(0, index), 0, moved)
    .map((item, at) => ({ ...item, position: at + 1 }));
}

/** The id to send to `play-next`: the track's, or the entry's for a track that is queued more than once. */
export function playNextId(items: readonly QueueItem[], { id, track }: Playable): string {
  return items.filter((item) => item.track.id === track.id).length > 1 ? id : track.id;
}

/** The question before clearing the queue. @param count entries, at least one */
export function clearQuestion(count: number) {
  const what =
    count === 1
      ? "This removes the one upcoming track"
      : `This removes all ${count} upcoming tracks`;
  return {
    title: "Clear the queue?",
    text: `${what} from the queue. The station goes on with tracks from the library.`,
    action: "Clear Queue",
  } as const;
}
