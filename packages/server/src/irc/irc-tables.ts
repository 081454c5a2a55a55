import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

/** Channel lists of the station's own IRC server. */
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

/** Masks that operators have banned from the station's own IRC server. */
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
  /** "": removed; null: the station's own. */
  topic: text("topic"),
  topicSetBy: text("topic_set_by").notNull(),
  topicSetAt: moment("topic_set_at").notNull(),
  /** Letters of the modes without a value. */
  flags: text("flags").notNull(),
  channelKey: text("channel_key"),
  userLimit: integer("user_limit"),
});
