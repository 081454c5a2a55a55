import { playlistOrders, type PlaylistTurn, type SmartRule } from "@neonrelay/contract";
import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "../library/library-tables.ts";

/** Sets of tracks for the programme. */
export const playlists = pgTable("playlists", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  /** Folded, so that names differ in more than case and accents. */
  nameKey: text("name_key").notNull().unique(),
  description: text("description").notNull().default(""),
  order: text("play_order", { enum: playlistOrders }).notNull(),
  turn: jsonb("turn").$type<PlaylistTurn>().notNull(),
  isSeparated: boolean("is_separated").notNull(),
  /** null: hand-picked tracks. */
  rule: jsonb("rule").$type<SmartRule>(),
  /** Made with the demo tracks, and not changed since. */
  isDemo: boolean("is_demo").notNull().default(false),
  /** Incremented with each change of the playlist or its tracks. */
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull().defaultNow(),
});

/** The entries of a hand-picked playlist, in order. It may contain a track several times. */
export const playlistTracks = pgTable(
  "playlist_tracks",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    playlistId: uuid("playlist_id")
      .notNull()
      .references(() => playlists.id, { onDelete: "cascade" }),
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
  },
  (table) => [
    index("playlist_tracks_playlist_id").on(table.playlistId, table.position),
    index("playlist_tracks_track_id").on(table.trackId),
  ],
);
