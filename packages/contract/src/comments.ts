import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";

export const COMMENT_LIMIT = 1000;
/** Comments listed, newest first, each with its replies. */
export const COMMENT_LIST_LIMIT = 100;
/** Replies listed to all of these together; the oldest are left out. */
export const REPLY_LIST_LIMIT = 400;
/** Author of a comment by somebody who is not signed in. */
export const ANONYMOUS_AUTHOR = "Anonymous Listener";

export const replySchema = z.object({
  id: z.uuid(),
  author: z.string(),
  content: z.string(),
  timestamp: z.iso.datetime(),
  likes: z.int(),
});
export type Reply = z.infer<typeof replySchema>;
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
const likesSchema = z.object({ id: z.uuid(), likes: z.int() });
const commentId = z.object({ id: z.uuid().check(z.describe("Id of a comment or reply")) });
const exampleReply = {
  id: "7f1de2a4-93c6-4b8e-8a75-1c2d3e4f5a6b",
  author: "nightowl",
  content: "Agreed!",
  timestamp: "2030-01-31T20:20:00.000Z",
  likes: 0,
};
const exampleComment = {
  id: "5c2b7e90-1d3f-4a6b-9c8d-7e6f5a4b3c2d",
  author: ANONYMOUS_AUTHOR,
  content: "The best set this week.",
  timestamp: "2030-01-31T20:15:00.000Z",
  likes: 3,
  replies: [exampleReply],
};

export const commentsApi = defineApi({
  listComments: {
    method: "GET",
    path: "/api/comments",
    access: "public",
    summary: "The newest comments with their replies, newest first",
    response: commentsSchema,
    example: { response: [exampleComment] },
  },
  addComment: {
    method: "POST",
    path: "/api/comments",
    access: "public",
    errors: ["comments_off", "too_many_requests"],
    summary: "Leave a comment",
    body: commentBody,
    response: commentSchema,
    example: {
      body: { content: "The best set this week." },
      response: { ...exampleComment, likes: 0, replies: [] },
    },
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
    example: { body: { content: "Agreed!" }, response: exampleReply },
  },
  likeComment: {
    method: "POST",
    path: "/api/comments/:id/like",
    access: "public",
    errors: ["not_found", "comments_off", "too_many_requests"],
    summary: "Like a comment or reply, once per visitor; liking again changes nothing",
    params: commentId,
    response: likesSchema,
    example: { response: { id: exampleComment.id, likes: 3 } },
  },
  unlikeComment: {
    method: "DELETE",
    path: "/api/comments/:id/like",
    access: "public",
    errors: ["not_found", "comments_off", "too_many_requests"],
    summary: "Take a like back; without one nothing changes",
    params: commentId,
    response: likesSchema,
    example: { response: { id: exampleComment.id, likes: 2 } },
  },
  deleteComment: {
    method: "DELETE",
    path: "/api/comments/:id",
    access: "comment_moderation",
    errors: ["not_found"],
    summary: "Remove a comment with its replies, or one reply",
    params: commentId,
    response: z.object({ deleted: z.literal(true) }),
    example: { response: { deleted: true } },
  },
});
