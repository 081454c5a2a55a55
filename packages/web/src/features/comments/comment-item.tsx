import type { Comment, Reply } from "@neonrelay/contract/callers";
import { Heart, MessageSquareReply, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { countOf } from "../../ui/count-of.ts";
import { formatDayAndTime } from "../../ui/format-time.ts";
import { CommentComposer } from "./comment-composer.tsx";
import type { Like } from "./comments-data.ts";

interface CommentActions {
  readonly mayWrite: boolean;
  readonly mayModerate: boolean;
  /** Ids of the comments and replies that this browser likes. */
  readonly liked: ReadonlySet<string>;
  readonly onLike: (like: Like) => void;
  /** Id of a comment or a reply. */
  readonly onDelete: (id: string) => void;
}

/** A comment, its replies, and the reply form while Reply is pressed. */
export function CommentItem({
  comment,
  ...actions
}: CommentActions & { readonly comment: Comment }) {
  const [isReplying, setIsReplying] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const closeReply = () => {
    const { activeElement, body } = document;
    // A reply may be accepted late, when its writer is elsewhere on the page.
    if (activeElement === body || item.current?.contains(activeElement) === true)
      item.current?.querySelector<HTMLElement>("button[aria-expanded]")?.focus();
    setIsReplying(false);
  };
  return (
    <li ref={item} className="border-b border-line px-4 py-3 last:border-b-0">
      <Remark
        {...actions}
        remark={comment}
        replies={comment.replies.length}
        isReplying={isReplying}
        onReply={() => setIsReplying(!isReplying)}
      />
      {(comment.replies.length > 0 || isReplying) && (
        <div className="mt-2 border-l-2 border-line pl-3">
          {comment.replies.length > 0 && (
            <ul aria-label={`Replies to ${comment.author}`} className="flex flex-col gap-2">
              {comment.replies.map((reply) => (
                <li key={reply.id}>
                  <Remark
                    {...actions}
                    remark={reply}
                    replies={0}
                    isReplying={undefined}
                    onReply={() => setIsReplying(true)}
                  />
                </li>
              ))}
            </ul>
          )}
          {isReplying && (
            <div className="mt-2">
              <CommentComposer replyTo={comment} onDone={closeReply} />
            </div>
          )}
        </div>
      )}
    </li>
  );
}

/**
 * One text with its buttons.
 * @param isReplying undefined: a reply, which can't be replied to
 */
function Remark({
  remark,
  replies,
  isReplying,
  onReply,
  mayWrite,
  mayModerate,
  liked,
  onLike,
  onDelete,
}: CommentActions & {
  readonly remark: Reply;
  /** Number of replies that are deleted too. */
  readonly replies: number;
  readonly isReplying: boolean | undefined;
  readonly onReply: () => void;
}) {
  const { id, author, content, likes, timestamp } = remark;
  return (
    <article aria-label={`Comment by ${author}`} data-comment={id}>
      <p className="flex items-baseline gap-2 leading-5">
        <span className="truncate text-[13px] font-semibold text-secondary-text">{author}</span>
        <time dateTime={timestamp} className="ml-auto shrink-0 font-mono text-[12px] text-faint">
          {formatDayAndTime(Date.parse(timestamp))}
        </time>
      </p>
      <p className="mt-0.5 text-[15px] break-words whitespace-pre-wrap">{content}</p>
      <div className="mt-1 -ml-2 flex items-center gap-1">
        <LikeButton
          author={author}
          likes={likes}
          isLiked={liked.has(id)}
          onLike={(isLiked) => onLike({ id, isLiked })}
        />
        {isReplying !== undefined && mayWrite && (
          <button
            type="button"
            className="text-button"
            aria-expanded={isReplying}
            onClick={onReply}
          >
            <MessageSquareReply size={15} aria-hidden="true" />
            Reply
          </button>
        )}
        {mayModerate && (
          <DeleteButton author={author} replies={replies} onDelete={() => onDelete(id)} />
        )}
      </div>
    </article>
  );
}

function LikeButton({
  author,
  likes,
  isLiked,
  onLike,
}: {
  readonly author: string;
  readonly likes: number;
  readonly isLiked: boolean;
  readonly onLike: (isLiked: boolean) => void;
}) {
  return (
    <button
      type="button"
      className="text-button"
      aria-label={`Like the comment by ${author}, ${countOf(likes, "like")}`}
      aria-pressed={isLiked}
      title={isLiked ? "Remove your like" : "Like"}
      onClick={() => onLike(!isLiked)}
    >
      <Heart
        size={15}
        aria-hidden="true"
        fill={isLiked ? "currentColor" : "none"}
        className={isLiked ? "text-secondary-text" : ""}
      />
      <span className="tabular-nums">{likes}</span>
    </button>
  );
}

/**
 * Asks first.
 * @param replies number of replies that are deleted too
 */
function DeleteButton({
  author,
  replies,
  onDelete,
}: {
  readonly author: string;
  readonly replies: number;
  readonly onDelete: () => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="text-button ml-auto"
        aria-label={`Delete the comment by ${author}`}
        title="Delete"
        onClick={() => setIsAsking(true)}
      >
        <Trash2 size={15} aria-hidden="true" />
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete the comment by ${author}?`}
          text={`${replies === 0 ? "It is" : `It and ${replies === 1 ? "its reply" : `its ${replies} replies`} are`} removed for good.`}
          action="Delete Comment"
          onConfirm={onDelete}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
