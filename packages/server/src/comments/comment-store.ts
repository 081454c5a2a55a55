import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { StoredComment } from "./comment-rules.ts";
import type { Connection } from "../database/database.ts";
import { commentLikes, comments } from "./comment-tables.ts";

/** The newest comments, and the newest of all their replies; both newest first. */
export async function listCommentRows(
  connection: Connection,
  { comments: limit, replies }: { readonly comments: number; readonly replies: number },
): Promise<{
  readonly comments: readonly StoredComment[];
  readonly replies: readonly StoredComment[];
}> {
  const newest = await connection
    .select()
    .from(comments)
    .where(isNull(comments.parentId))
    .orderBy(desc(comments.timestamp), desc(comments.number))
    .limit(limit);
  if (newest.length === 0) return { comments: [], replies: [] };
  const ids = newest.map(({ id }) => id);
  return {
    comments: newest,
    replies: await connection
      .select()
      .from(comments)
      .where(inArray(comments.parentId, ids))
      .orderBy(desc(comments.timestamp), desc(comments.number))
      .limit(replies),
  };
}

/** Keeps a comment from being deleted until the transaction ends. */
export async function lockComment(
  transaction: Connection,
  id: string,
): Promise<StoredComment | null> {
  const [row] = await transaction.select().from(comments).where(eq(comments.id, id)).for("update");
  return row ?? null;
}

/** @param parentId the comment it replies to; null: it is a comment itself */
export async function insertComment(
  connection: Connection,
  comment: {
    readonly author: string;
    readonly content: string;
    readonly parentId: string | null;
  },
): Promise<StoredComment> {
  const [row] = await connection
    .insert(comments)
    .values({ id: randomUUID(), ...comment })
    .returning();
  if (row === undefined) throw new Error("the database stored no comment");
  return row;
}

/** Counts a person's like once; the comment must be locked. @returns false when already counted */
export async function insertLike(
  transaction: Connection,
  like: { readonly commentId: string; readonly visitorKey: string },
): Promise<boolean> {
  const inserted = await transaction.insert(commentLikes).values(like).onConflictDoNothing();
  if (inserted.rowCount === 0) return false;
  await transaction
    .update(comments)
    .set({ likes: sql`${comments.likes} + 1` })
    .where(eq(comments.id, like.commentId));
  return true;
}

/** Removes a person's like; the comment must be locked. @returns false when there was none */
export async function deleteLike(
  transaction: Connection,
  { commentId, visitorKey }: { readonly commentId: string; readonly visitorKey: string },
): Promise<boolean> {
  const deleted = await transaction
    .delete(commentLikes)
    .where(and(eq(commentLikes.commentId, commentId), eq(commentLikes.visitorKey, visitorKey)));
  if (deleted.rowCount === 0) return false;
  await transaction
    .update(comments)
    .set({ likes: sql`${comments.likes} - 1` })
    .where(eq(comments.id, commentId));
  return true;
}

/** Includes its replies and likes. @returns whether the comment existed */
export async function deleteCommentRow(connection: Connection, id: string): Promise<boolean> {
  const result = await connection.delete(comments).where(eq(comments.id, id));
  return result.rowCount !== 0;
}
