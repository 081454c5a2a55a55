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
  /** Without a slash at its end. */
  url: text("url").notNull(),
  signIn: text("sign_in", { enum: musicSourceSignIns }).notNull(),
  username: text("username").notNull(),
  /** Or the API key, as the server wants it, so it can't be hashed. It leaves the station towards that server alone. */
  password: text("password").notNull(),
  isPrivateAllowed: boolean("is_private_allowed").notNull(),
  everyMinutes: integer("every_minutes").notNull(),
  cacheMegabytes: integer("cache_megabytes").notNull(),
  isEnabled: boolean("is_enabled").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
  /** The reading under way, or the last one; goes up with each. */
  reading: integer("reading").notNull().default(0),
  /** Where the reading under way goes on; null: none is. */
  readOffset: integer("read_offset"),
  /** When the station last looked for changes, and when it last read the source whole. */
  lookedAt: moment("looked_at"),
  readAt: moment("read_at"),
  /** What the server said of its library then, see stampOf; null: nothing that tells of changes. */
  stamp: text("stamp"),
  /** How many tracks the last whole reading missed, when they were too many to believe it. */
  doubted: integer("doubted").notNull().default(0),
});

/** What a source says of its tracks. Those in the library are `tracks`; one that vanished there stays for good. */
export const musicSourceTracks = pgTable(
  "music_source_tracks",
  {
    sourceId: uuid("source_id")
      .notNull()
      .references(() => musicSources.id, { onDelete: "cascade" }),
    /** As the source names it; it is part of no path. */
    remoteId: text("remote_id").notNull(),
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** The reading that saw it last. */
    reading: integer("reading").notNull(),
    /** Of the file there, as the source says; null: it does not. */
    remoteBytes: bigint("remote_bytes", { mode: "number" }),
    /** With a dot. */
    extension: text("extension").notNull(),
    /** Its cover, as the source names it. */
    coverId: text("cover_id"),
    /** What it would be fetched again for: size, length and kind of the file there. */
    version: text("version").notNull(),
    /** When its sound was fetched; null: it is not here. */
    fetchedAt: moment("fetched_at"),
    playedAt: moment("played_at"),
    /** When its sound could not be fetched; null: it was, or was not tried. */
    failedAt: moment("failed_at"),
    /** When it may be tried again after that. */
    retryAt: moment("retry_at"),
    failure: text("failure"),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.remoteId] }),
    index("music_source_tracks_track").on(table.trackId),
    index("music_source_tracks_fetched").on(table.sourceId, table.fetchedAt),
  ],
);
