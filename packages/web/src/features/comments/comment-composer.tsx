import { COMMENT_LIMIT, trimBlank } from "@neonrelay/contract/callers";
import type { Comment } from "@neonrelay/contract/callers";
import { useId, useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { usePostComment } from "./comments-data.ts";

/** Below this number the remaining characters show. */
const TELL_BELOW = 100;

/** The form for a comment or a reply. */
export function CommentComposer({
  replyTo,
  onDone,
}: {
  readonly replyTo: Comment | undefined;
  readonly onDone?: () => void;
}) {
  const [content, setContent] = useState("");
  const post = usePostComment();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const left = COMMENT_LIMIT - content.length;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const posted = content;
    post.mutate(
      { content: posted.trim(), replyTo: replyTo?.id },
      {
        onSuccess: () => {
          // Text typed in the meantime is not posted yet.
          if (field.current !== null && field.current.value !== posted) return;
          setContent("");
          onDone?.();
          // The pressed button is toggled back and keeps the focus a moment longer.
          const { activeElement, body } = document;
          if (activeElement === body || field.current?.form?.contains(activeElement) === true)
            field.current?.focus();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <label htmlFor={id} className="sr-only">
        {replyTo === undefined ? "Your comment" : `Your reply to ${replyTo.author}`}
      </label>
      <textarea
        ref={field}
        id={id}
        className="field h-[68px] resize-none py-2 leading-5"
        placeholder={replyTo === undefined ? "Share your thoughts…" : "Write a reply…"}
        maxLength={COMMENT_LIMIT}
        value={content}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- Reply opened this field to write in it
        autoFocus={replyTo !== undefined}
        onChange={(event) => setContent(event.target.value)}
      />
      <div className="flex items-center justify-end gap-2">
        {left < TELL_BELOW && (
          <span className="mr-auto text-[12px] text-muted tabular-nums">{left} left</span>
        )}
        {onDone !== undefined && (
          <button type="button" className="button button-small" onClick={onDone}>
            Cancel
          </button>
        )}
        <button
          type="submit"
          className="button button-small"
          disabled={trimBlank(content) === "" || post.isPending}
        >
          {replyTo === undefined ? "Post Comment" : "Post Reply"}
        </button>
      </div>
    </form>
  );
}
