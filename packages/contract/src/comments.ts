import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";

export const COMMENT_LIMIT = 1000;
/** Comments listed, newest first, each with its replies. */
export const COMMENT_LIST_LIMIT = 200;
/** Author of a comment by somebody who is not signed in. */
export const ANONYMOUS_AUTHOR = "Anonymous Listener";

export const replySchema = z.object({
  id: z.uuid(),
  author: z.string(),
  content: z.string(),
  timestamp: z.iso.datetime(),
  likes: z.int(),
});
/** Replies oldest first; a reply has none. */
export const commentSchema = z.extend(replySchema, { replies: z.array(replySchema) });
export type Comment = z.infer<typeof commentSchema>;
export const commentsSchema = z.array(commentSchema);

const contentSchema = z
  .string()
  .check(z.trim(), z.minLength(1, "write something"), z.maxLength(COMMENT_LIMIT));
const commentBody = z.object({
  content: contentSchema,
  /** Ignored: the server knows who writes. */
  author: z.optional(z.string()),
});
const commentId = z.object({ id: z.uuid() });

export const commentsApi = defineApi({
  listComments: {
    method: "GET",
    path: "/api/comments",
    access: "public",
    summary: "The newest comments with their replies, newest first",
    response: commentsSchema,
  },
  addComment: {
    method: "POST",
    path: "/api/comments",
    access: "public",
    errors: ["comments_off", "too_many_requests"],
    summary: "Leave a comment",
    body: commentBody,
    response: commentSchema,
  },
  replyToComment: {
    method: "POST",
    path: "/api/comments/:id/replies",
    access: "public",
    errors: ["not_found", "comments_off", "too_many_requests"],
    summary: "Reply to a comment; a reply to a reply joins its comment",
    params: commentId,
    body: commentBody,
    response: replySchema,
  },
  likeComment: {
    method: "POST",
    path: "/api/comments/:id/like",
    access: "public",
    errors: ["not_found", "comments_off", "too_many_requests"],
    summary: "Like a comment or reply, once per visitor; liking again changes nothing",
    params: commentId,
    response: z.object({ id: z.uuid(), likes: z.int() }),
  },
  deleteComment: {
    method: "DELETE",
    path: "/api/comments/:id",
    access: "comment_moderation",
    errors: ["not_found"],
    summary: "Remove a comment with its replies, or one reply",
    params: commentId,
    response: z.object({ deleted: z.literal(true) }),
  },
});
