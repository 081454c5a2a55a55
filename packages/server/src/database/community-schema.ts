import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { moment } from "./schema.ts";

export const chatMessages = pgTable(
  "chat_messages",
  {
    id: uuid("id").primaryKey(),
    username: text("username").notNull(),
    message: text("message").notNull(),
    timestamp: moment("timestamp").notNull().defaultNow(),
    isBot: boolean("is_bot").notNull().default(false),
    /** In the order they came: several may have the same timestamp. */
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [index("chat_messages_timestamp").on(table.timestamp)],
);

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
    /** In the order they came. */
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    index("comments_timestamp").on(table.timestamp),
    index("comments_parent_id").on(table.parentId),
  ],
);

/** Who likes what, once per visitor. */
export const commentLikes = pgTable(
  "comment_likes",
  {
    commentId: uuid("comment_id")
      .notNull()
      .references(() => comments.id, { onDelete: "cascade" }),
    /** SHA-256 of the visitor's cookie, or the account. */
    visitorKey: text("visitor_key").notNull(),
    likedAt: moment("liked_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.visitorKey] })],
);
