import type { PlanReason } from "@neonrelay/contract";
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "../library/library-tables.ts";

/** Plays on air. Positions are milliseconds of the programme. */
export const plays = pgTable(
  "plays",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind", { enum: ["library", "live", "stream"] })
      .notNull()
      .default("library"),
    trackId: uuid("track_id").references(() => tracks.id, { onDelete: "set null" }),
    /** Shared by the titles of one broadcast. */
    sessionId: uuid("session_id"),
    /** The DJ's name at that time; null unless live. */
    djName: text("dj_name"),
    entryId: uuid("entry_id"),
    /** Of the plan. */
    itemId: uuid("item_id"),
    /** Of the item: its playlist and the reason; null: not from the plan. */
    playlistId: uuid("playlist_id"),
    planReason: jsonb("plan_reason").$type<PlanReason>(),
    title: text("title").notNull(),
    artist: text("artist").notNull(),
    requestedBy: text("requested_by"),
    startMs: doublePrecision("start_ms").notNull(),
    audioStartMs: doublePrecision("audio_start_ms").notNull(),
    startedAtMs: doublePrecision("started_at_ms").notNull(),
    durationMs: integer("duration_ms"),
    endedAtMs: doublePrecision("ended_at_ms"),
    playedMs: doublePrecision("played_ms"),
    endReason: text("end_reason"),
    endDetail: text("end_detail"),
  },
  (table) => [
    index("plays_started_at_ms").on(table.startedAtMs),
    index("plays_track_id").on(table.trackId),
    index("plays_playlist_id").on(table.playlistId, table.startedAtMs),
  ],
);

/** Likes of what was on air, once per play. */
export const playLikes = pgTable(
  "play_likes",
  {
    playId: uuid("play_id")
      .notNull()
      .references(() => plays.id, { onDelete: "cascade" }),
    /** See personKey. */
    likerKey: text("liker_key").notNull(),
    likedAt: moment("liked_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.playId, table.likerKey] })],
);
