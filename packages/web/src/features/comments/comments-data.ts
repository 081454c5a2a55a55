import { COMMENT_LIST_LIMIT, commentsCalls, REPLY_LIST_LIMIT } from "@neonrelay/contract/callers";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { callApi, refusalText } from "../../api/call-api.ts";
import { chooseSetting, onSettingChosen } from "../../browser/chosen-setting.ts";
import { useConnectionState } from "../../socket/socket-context.ts";
import { useToasts } from "../../ui/toast-store.ts";
import { commentsQuery } from "./comments-query.ts";

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

const KEY = "neonrelay_liked";
/** Maximum comments and replies on the screen. */
const MOST = COMMENT_LIST_LIMIT + REPLY_LIST_LIMIT;

const idsSchema = z.array(z.uuid());

/**
 * Ids of the comments that this browser likes. The station counts likes per account or network and does not reveal
 * whose they are, so each browser remembers its own.
 */
export function useLikedComments(): ReadonlySet<string> {
  const [liked, setLiked] = useState(loadLiked);
  useEffect(() => onSettingChosen(KEY, (text) => setLiked(parseLiked(text))), []);
  return new Set(liked);
}

function rememberLike(like: { readonly id: string; readonly isLiked: boolean }): void {
  chooseSetting(KEY, JSON.stringify(withLike(loadLiked(), like)));
}

/** @param liked newest last */
export function withLike(
  liked: readonly string[],
  { id, isLiked }: { readonly id: string; readonly isLiked: boolean },
): readonly string[] {
  const others = liked.filter((other) => other !== id);
  return isLiked ? [...others, id].slice(-MOST) : others;
}

/** @returns an empty list if unreadable */
export function parseLiked(text: string | null): readonly string[] {
  try {
    return idsSchema.safeParse(JSON.parse(text ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

function loadLiked(): readonly string[] {
  try {
    return parseLiked(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}
