import { facets } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

/** What is counted of the tracks that have something in common; follows `tracks` by way of `changed_track_groups`. */
export const trackGroups = pgTable(
  "track_groups",
  {
    facet: text("facet", { enum: facets }).notNull(),
    /** As `track_group_keys` of the database makes it. */
    key: text("key").notNull(),
    name: text("name").notNull(),
    /** Of an album; null for everything else. */
    artist: text("artist"),
    /** Whose list of albums has it: its artist as keys have it, and each of several by itself. */
    artistKeys: text("artist_keys").array().notNull(),
    /** The folded name. */
    sortName: text("sort_name").notNull(),
    letter: text("letter").notNull(),
    tracks: integer("tracks").notNull(),
    durationMs: bigint("duration_ms", { mode: "number" }).notNull(),
    year: integer("year"),
    /** When its newest track came. */
    newestAt: moment("newest_at").notNull(),
    /** A track with a cover. */
    artTrackId: uuid("art_track_id"),
    artworkName: text("artwork_name"),
  },
  (table) => [
    primaryKey({ columns: [table.facet, table.key] }),
    index("track_groups_name").on(
      table.facet,
      sql`${table.sortName} collate "C"`,
      sql`${table.key} collate "C"`,
    ),
    index("track_groups_tracks").on(table.facet, table.tracks, table.key),
    index("track_groups_newest").on(table.facet, table.newestAt, table.key),
    index("track_groups_artist").using("gin", table.artistKeys).with({ fastupdate: false }),
    // One for each facet that may have many: the names of one are not read for the other, nor for those that have few.
    index("track_groups_artist_name")
      .using("gin", sql`${table.sortName} gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`${table.facet} = 'artist'`),
    index("track_groups_album_name")
      .using("gin", sql`${table.sortName} gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`${table.facet} = 'album'`),
  ],
);

/** How many groups begin with each letter. Triggers on `track_groups` keep it: no call counts all of them. */
export const trackGroupLetters = pgTable(
  "track_group_letters",
  {
    facet: text("facet", { enum: facets }).notNull(),
    letter: text("letter").notNull(),
    groups: integer("groups").notNull(),
  },
  (table) => [primaryKey({ columns: [table.facet, table.letter] })],
);

/** Groups that may have to be counted again: triggers on `tracks` write them, in the transaction of the change. */
export const changedTrackGroups = pgTable(
  "changed_track_groups",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    facet: text("facet", { enum: facets }).notNull(),
    key: text("key").notNull(),
  },
  (table) => [index("changed_track_groups_key").on(table.facet, table.key)],
);
