import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

export const comments = pgTable(
  "comments",
  {
    id: uuid("id").primaryKey(),
    author: text("author").notNull(),
    content: text("content").notNull(),
    timestamp: moment("timestamp").notNull().defaultNow(),
    likes: integer("likes").notNull().default(0),
    /** The comment a reply belongs to; replies have no replies. */
    parentId: uuid("parent_id").references((): AnyPgColumn => comments.id, { onDelete: "cascade" }),
    /** Order of arrival. */
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    index("comments_timestamp").on(table.timestamp),
    index("comments_parent_id").on(table.parentId),
  ],
);

/** Likes, once per visitor and comment. */
export const commentLikes = pgTable(
  "comment_likes",
  {
    commentId: uuid("comment_id")
      .notNull()
      .references(() => comments.id, { onDelete: "cascade" }),
    /** See personKey. */
    visitorKey: text("visitor_key").notNull(),
    likedAt: moment("liked_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.visitorKey] })],
);
