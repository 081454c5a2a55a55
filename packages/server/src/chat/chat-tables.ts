import { chatMessageKinds, chatOrigins, sanctionKinds } from "@neonrelay/contract";
import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

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
    /** Styles of the text, see ChatRun; null for plain text. */
    runs: jsonb("runs"),
    /** Why IRC did not get it. */
    notDelivered: text("not_delivered"),
    /** The message's id on IRC; null where it has none there. */
    ircId: text("irc_id"),
    /** Order of arrival: several may have the same timestamp. */
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    index("chat_messages_order").on(table.timestamp, table.number),
    uniqueIndex("chat_messages_irc_id").on(table.ircId),
  ],
);

/** Mutes and bans in the channel, and kicks of the last half minute. */
export const chatSanctions = pgTable("chat_sanctions", {
  id: uuid("id").primaryKey(),
  kind: text("kind", { enum: [...sanctionKinds, "kick"] }).notNull(),
  /** As shown when it was imposed. */
  username: text("username").notNull(),
  /** The visitor's keys, see Visitor; for a guest both are the browser's. */
  visitorKey: text("visitor_key").notNull(),
  browserKey: text("browser_key").notNull(),
  /** Of the address; null on loopback, where it tells nobody apart. */
  network: text("network"),
  reason: text("reason").notNull(),
  by: text("by").notNull(),
  until: moment("until"),
  createdAt: moment("created_at").notNull(),
  /** The mask on our IRC server's ban list that it follows from; null: imposed directly. */
  ircMask: text("irc_mask"),
});
