import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

export const COMMENT_LIMIT = 1000;

/** Comments listed, newest first, each with its replies. */
export const COMMENT_LIST_LIMIT = 100;

/** Maximum replies listed in total; the oldest are omitted. */
export const REPLY_LIST_LIMIT = 400;

/** Author of comments by visitors who are not signed in. */
export const ANONYMOUS_AUTHOR = "Anonymous Listener";

const replySchema = z.object({
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

const likesSchema = z.object({ id: z.uuid(), likes: z.int() });

export const commentsCalls = defineCalls({
  listComments: {
    method: "GET",
    path: "/api/comments",
    response: commentsSchema,
  },
  addComment: {
    method: "POST",
    path: "/api/comments",
    response: commentSchema,
  },
  replyToComment: {
    method: "POST",
    path: "/api/comments/:id/replies",
    response: replySchema,
  },
  likeComment: {
    method: "POST",
    path: "/api/comments/:id/like",
    response: likesSchema,
  },
  unlikeComment: {
    method: "DELETE",
    path: "/api/comments/:id/like",
    response: likesSchema,
  },
  deleteComment: {
    method: "DELETE",
    path: "/api/comments/:id",
    response: z.object({ deleted: z.literal(true) }),
  },
});
