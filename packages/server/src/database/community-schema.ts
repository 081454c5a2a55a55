import { chatMessageKinds, chatOrigins, sanctionKinds } from "@neonrelay/contract";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { moment, tracks, users } from "./schema.ts";

export const chatMessages = pgTable(
  "chat_messages",
  {
    id: uuid("id").primaryKey(),
    username: text("username").notNull(),
    message: text("message").notNull(),
    timestamp: moment("timestamp").notNull().defaultNow(),
    isBot: boolean("is_bot").notNull().default(false),
    kind: text("kind", { enum: chatMessageKinds }).notNull().default("message"),
    origin: text("origin", { enum: chatOrigins }).notNull().default("web"),
    /** How the text looks, see ChatRun; null for plain text. */
    runs: jsonb("runs"),
    /** Why IRC did not get it. */
    notDelivered: text("not_delivered"),
    /** The message's id on IRC; null where it has none there. */
    ircId: text("irc_id"),
    /** In the order they came: several may have the same timestamp. */
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    index("chat_messages_order").on(table.timestamp, table.number),
    uniqueIndex("chat_messages_irc_id").on(table.ircId),
  ],
);

/** Who may not speak, or not be, in the channel. */
export const chatSanctions = pgTable("chat_sanctions", {
  id: uuid("id").primaryKey(),
  kind: text("kind", { enum: sanctionKinds }).notNull(),
  /** As it was shown when it was imposed. */
  username: text("username").notNull(),
  /** The visitor's keys, see Visitor; both are the browser's for a guest. */
  visitorKey: text("visitor_key").notNull(),
  browserKey: text("browser_key").notNull(),
  /** Of the address; null where it tells nothing, on loopback. */
  network: text("network"),
  reason: text("reason").notNull(),
  by: text("by").notNull(),
  until: moment("until"),
  createdAt: moment("created_at").notNull(),
  /** The mask on the ban list of the station's own IRC server that it follows from; null: it was imposed by itself. */
  ircMask: text("irc_mask"),
});

/** The lists of channels of the station's own IRC server. */
export const ircChannelMasks = pgTable(
  "irc_channel_masks",
  {
    /** Folded. */
    channel: text("channel").notNull(),
    mode: text("mode", { enum: ["b", "e", "I"] }).notNull(),
    mask: text("mask").notNull(),
    setBy: text("set_by").notNull(),
    setAt: moment("set_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.mode, table.mask] })],
);

/** Masks that operators keep off the station's own IRC server. */
export const ircServerBans = pgTable("irc_server_bans", {
  mask: text("mask").primaryKey(),
  reason: text("reason").notNull(),
  setBy: text("set_by").notNull(),
  setAt: moment("set_at").notNull(),
  until: moment("until"),
});

/** Topics and modes of channels of the station's own IRC server. */
export const ircChannels = pgTable("irc_channels", {
  /** Folded. */
  channel: text("channel").primaryKey(),
  /** "": it was taken away; null: the station's own. */
  topic: text("topic"),
  topicSetBy: text("topic_set_by").notNull(),
  topicSetAt: moment("topic_set_at").notNull(),
  /** Letters of modes without a value. */
  flags: text("flags").notNull(),
  channelKey: text("channel_key"),
  userLimit: integer("user_limit"),
});

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
    /** See personKey. */
    visitorKey: text("visitor_key").notNull(),
    likedAt: moment("liked_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.visitorKey] })],
);

/** What an account likes best; a track that is only away stays one. */
export const favourites = pgTable(
  "favourites",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    addedAt: moment("added_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.trackId] }),
    index("favourites_track_id").on(table.trackId),
  ],
);
