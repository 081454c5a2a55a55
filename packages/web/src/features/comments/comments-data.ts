import { commentsCalls } from "@neonrelay/contract/callers";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, refusalText } from "../../api/call-api.ts";
import { useConnectionState } from "../../socket/socket-context.ts";
import { useToasts } from "../../ui/toast-context.ts";
import { commentsQuery } from "./comments-query.ts";
import { rememberLike } from "./liked-comments.ts";

const FALLBACK_POLL_MS = 10_000;
const TOAST_MS = 5000;
const AUTHOR = "Anonymous Listener";

export interface Like {
  /** Id of a comment or a reply. */
  readonly id: string;
  readonly isLiked: boolean;
}

export function useComments() {
  const isLive = useConnectionState() === "CONNECTED";
  return useQuery({ ...commentsQuery, refetchInterval: isLive ? false : FALLBACK_POLL_MS });
}

/** Posts a comment, or a reply to the comment with that id. */
export function usePostComment() {
  const { refresh, failed } = useCommentOutcome();
  return useMutation({
    mutationFn: async ({
      content,
      replyTo,
    }: {
      readonly content: string;
      readonly replyTo: string | undefined;
    }) => {
      const body = { author: AUTHOR, content };
      if (replyTo === undefined) await callApi(commentsCalls.addComment, { body });
      else await callApi(commentsCalls.replyToComment, { params: { id: replyTo }, body });
    },
    onSuccess: refresh,
    onError: failed("Failed to post comment"),
  });
}

/** Adds or removes a like. Shown at once, and reverted if the station refuses. */
export function useLikeComment() {
  const { refresh, failed } = useCommentOutcome();
  return useMutation({
    // One at a time: a like must not overtake its removal.
    scope: { id: "comment-likes" },
    mutationFn: ({ id, isLiked }: Like) =>
      callApi(isLiked ? commentsCalls.likeComment : commentsCalls.unlikeComment, {
        params: { id },
      }),
    onMutate: rememberLike,
    onSuccess: refresh,
    onError: (error, { id, isLiked }) => {
      rememberLike({ id, isLiked: !isLiked });
      failed(isLiked ? "Failed to like comment" : "Failed to remove the like")(error);
    },
  });
}

/** @param onDeleted receives the id once the list no longer has it */
export function useDeleteComment(onDeleted: (id: string) => void) {
  const { refresh, failed } = useCommentOutcome();
  return useMutation({
    mutationFn: (id: string) => callApi(commentsCalls.deleteComment, { params: { id } }),
    onSuccess: async (_, id) => {
      await refresh();
      onDeleted(id);
    },
    onError: failed("Failed to delete comment"),
  });
}

function useCommentOutcome() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return {
    // The socket brings the new list; this covers a page whose socket is down.
    refresh: () => queryClient.invalidateQueries({ queryKey: commentsQuery.queryKey }),
    failed: (sentence: string) => (error: unknown) => {
      toasts.show({
        tone: "error",
        title: "Error",
        text: refusalText(error) ?? sentence,
        durationMs: TOAST_MS,
      });
    },
  };
}
