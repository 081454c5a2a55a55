import { musicSourceSignIns } from "@neonrelay/contract";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "../library/library-tables.ts";

/** Subsonic-compatible servers whose music is in the library. */
export const musicSources = pgTable("music_sources", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  /** Without a trailing slash. */
  url: text("url").notNull(),
  signIn: text("sign_in", { enum: musicSourceSignIns }).notNull(),
  username: text("username").notNull(),
  /** A password or API key. Stored in plain text, since the server needs it; it is only ever sent to that server. */
  password: text("password").notNull(),
  isPrivateAllowed: boolean("is_private_allowed").notNull(),
  everyMinutes: integer("every_minutes").notNull(),
  cacheMegabytes: integer("cache_megabytes").notNull(),
  isEnabled: boolean("is_enabled").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
  /** Number of the current or last reading. */
  reading: integer("reading").notNull().default(0),
  /** Where the current reading continues; null: none is in progress. */
  readOffset: integer("read_offset"),
  /** Times of the last check for changes and of the last complete reading. */
  lookedAt: moment("looked_at"),
  readAt: moment("read_at"),
  /** The server's library stamp at that reading, see SourceCheck; null: it offers nothing that reveals changes. */
  stamp: text("stamp"),
  /** How many tracks the last complete reading missed, when that was too many to believe. */
  doubted: integer("doubted").notNull().default(0),
});

/**
 * What a source says about its tracks. Those in the library are in `tracks`; a track that vanished at the source keeps
 * its row.
 */
export const musicSourceTracks = pgTable(
  "music_source_tracks",
  {
    sourceId: uuid("source_id")
      .notNull()
      .references(() => musicSources.id, { onDelete: "cascade" }),
    /** The source's id; not part of any path. */
    remoteId: text("remote_id").notNull(),
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** The last reading that saw it. */
    reading: integer("reading").notNull(),
    /** Size of the remote file as reported by the source; null: unknown. */
    remoteBytes: bigint("remote_bytes", { mode: "number" }),
    /** With a dot. */
    extension: text("extension").notNull(),
    /** The source's id of its cover. */
    coverId: text("cover_id"),
    /** Size, length and kind of the remote file: when these change, it is fetched again. */
    version: text("version").notNull(),
    /** When its sound was fetched; null: not cached. */
    fetchedAt: moment("fetched_at"),
    playedAt: moment("played_at"),
    /** When fetching its sound failed; null: it did not, or was not tried. */
    failedAt: moment("failed_at"),
    /** When the next attempt is allowed. */
    retryAt: moment("retry_at"),
    failure: text("failure"),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.remoteId] }),
    index("music_source_tracks_track").on(table.trackId),
    index("music_source_tracks_fetched").on(table.sourceId, table.fetchedAt),
  ],
);
