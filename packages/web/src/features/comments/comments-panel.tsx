import type { Comment } from "@neonrelay/contract/callers";
import { MessageSquareText } from "lucide-react";
import { useRef } from "react";
import { EmptyState, ErrorState, LoadingRows, StaleRow } from "../../ui/panel-state.tsx";
import { isOperator, useRight, useSession } from "../accounts/index.ts";
import { CommentComposer } from "./comment-composer.tsx";
import { CommentItem } from "./comment-item.tsx";
import {
  useComments,
  useDeleteComment,
  useLikeComment,
  useLikedComments,
} from "./comments-data.ts";

/** The listeners' comments, and the form for a new one. */
export function CommentsPanel() {
  const comments = useComments();
  const mayWrite = useMayComment();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = comments.data;
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-3 px-4 pt-3 pb-1">
        <h2 ref={heading} tabIndex={-1} className="text-[15px] font-semibold">
          Listener Comments
        </h2>
        <span className="badge text-muted tabular-nums">{list?.length ?? "—"}</span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto pb-2">
        {list === undefined && comments.isError && (
          <ErrorState
            text="The comments could not be loaded"
            onRetry={() => void comments.refetch()}
          />
        )}
        {list === undefined && !comments.isError && (
          <LoadingRows label="Loading comments" count={4} />
        )}
        {list?.length === 0 && (
          <EmptyState
            icon={<MessageSquareText size={32} />}
            title="No comments yet"
            text="Be the first to leave a comment!"
          />
        )}
        {list !== undefined && list.length > 0 && (
          <CommentList comments={list} focusHeading={focusHeading} />
        )}
      </div>
      <StaleRow query={comments} />
      <div className="border-t border-line p-3">
        {mayWrite ? (
          <CommentComposer replyTo={undefined} />
        ) : (
          <p className="py-2 text-center text-[13px] text-muted">
            Comments are switched off at the moment.
          </p>
        )}
      </div>
    </div>
  );
}

function CommentList({
  comments,
  focusHeading,
}: {
  readonly comments: readonly Comment[];
  readonly focusHeading: () => void;
}) {
  const mayWrite = useMayComment();
  const mayModerate = useRight("comment_moderation");
  const liked = useLikedComments();
  const like = useLikeComment();
  const remove = useDeleteComment((id) => {
    const { activeElement, body } = document;
    // The button that opened the question is removed with its comment.
    if (activeElement === body || activeElement?.closest(`[data-comment="${id}"]`) !== null)
      focusHeading();
  });
  return (
    <ul aria-label="Comments">
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          mayWrite={mayWrite}
          mayModerate={mayModerate}
          liked={liked}
          onLike={(change) => like.mutate(change)}
          onDelete={(id) => remove.mutate(id)}
        />
      ))}
    </ul>
  );
}

/** While comments are off, operators can still reply. */
function useMayComment(): boolean {
  const session = useSession();
  return session === undefined || session.policy.commentsEnabled || isOperator(session);
}
