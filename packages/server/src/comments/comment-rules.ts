import { ANONYMOUS_AUTHOR, type Comment, type Reply } from "@neonrelay/contract";
import { isOperator, type Caller } from "../identity/rights-rules.ts";

/** A comment or reply as stored in the database. */
export interface StoredComment {
  readonly id: string;
  readonly author: string;
  readonly content: string;
  readonly timestamp: Date;
  readonly likes: number;
  /** The comment it replies to. */
  readonly parentId: string | null;
}

export function toReply({ id, author, content, timestamp, likes }: StoredComment): Reply {
  return { id, author, content, timestamp: timestamp.toISOString(), likes };
}

/** @param comments in list order @param replies newest first; listed oldest first */
export function toComments(
  comments: readonly StoredComment[],
  replies: readonly StoredComment[],
): Comment[] {
  const byComment = Map.groupBy(replies, (reply) => reply.parentId);
  return comments.map((comment) => ({
    ...toReply(comment),
    replies: (byComment.get(comment.id) ?? []).toReversed().map(toReply),
  }));
}

/** A comment's author, as the session says, never the sender. */
export function authorName(caller: Caller): string {
  return caller.kind === "user" ? caller.username : ANONYMOUS_AUTHOR;
}

/** While comments are off, the station's operators may still answer and tidy up. */
export function mayComment({
  caller,
  commentsEnabled,
}: {
  readonly caller: Caller;
  readonly commentsEnabled: boolean;
}): boolean {
  return commentsEnabled || isOperator(caller);
}
