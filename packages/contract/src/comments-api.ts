import * as z from "zod/mini";
import { ANONYMOUS_AUTHOR, COMMENT_LIMIT, commentsCalls } from "./comments.ts";
import { defineApi } from "./endpoint.ts";
import { linesSchema } from "./texts.ts";

const contentSchema = linesSchema({ longest: COMMENT_LIMIT }).check(
  z.minLength(1, "write something"),
);

const commentBody = z.object({
  content: contentSchema,
  /** Ignored: the server takes the author from the session. */
  author: z.optional(z.string()),
});

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

export const commentsApi = defineApi(commentsCalls, {
  listComments: {
    access: "public",
    summary: "The newest comments with their replies, newest first",
    example: { response: [exampleComment] },
  },
  addComment: {
    access: "public",
    errors: ["comments_off", "too_many_requests"],
    summary: "Leave a comment",
    body: commentBody,
    example: {
      body: { content: "The best set this week." },
      response: { ...exampleComment, likes: 0, replies: [] },
    },
  },
  replyToComment: {
    access: "public",
    errors: ["not_found", "comments_off", "too_many_requests"],
    summary: "Reply to a comment; a reply to a reply joins its comment",
    params: commentId,
    body: commentBody,
    example: { body: { content: "Agreed!" }, response: exampleReply },
  },
  likeComment: {
    access: "public",
    errors: ["not_found", "comments_off", "too_many_requests"],
    summary: "Like a comment or reply, once per visitor; liking again changes nothing",
    params: commentId,
    example: { response: { id: exampleComment.id, likes: 3 } },
  },
  unlikeComment: {
    access: "public",
    errors: ["not_found", "comments_off", "too_many_requests"],
    summary: "Remove your like; without one nothing changes",
    params: commentId,
    example: { response: { id: exampleComment.id, likes: 2 } },
  },
  deleteComment: {
    access: "comment_moderation",
    errors: ["not_found"],
    summary: "Remove a comment with its replies, or one reply",
    params: commentId,
    example: { response: { deleted: true } },
  },
});
