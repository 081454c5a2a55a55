import { facets } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

/** Counts of tracks that have something in common; kept up to date through `changed_track_groups`. */
export const trackGroups = pgTable(
  "track_groups",
  {
    facet: text("facet", { enum: facets }).notNull(),
    /** As produced by `track_group_keys` in the database. */
    key: text("key").notNull(),
    name: text("name").notNull(),
    /** Artist of an album; null for other groups. */
    artist: text("artist"),
    /** Keys of all artists whose albums include it: its own artist, and each of several separately. */
    artistKeys: text("artist_keys").array().notNull(),
    /** Folded name. */
    sortName: text("sort_name").notNull(),
    letter: text("letter").notNull(),
    tracks: integer("tracks").notNull(),
    durationMs: bigint("duration_ms", { mode: "number" }).notNull(),
    year: integer("year"),
    /** When its newest track was added. */
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
    // A partial index per facet with many groups: names of other facets need not be read.
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

/** Number of groups per first letter, maintained by triggers on `track_groups` so that no call counts them all. */
export const trackGroupLetters = pgTable(
  "track_group_letters",
  {
    facet: text("facet", { enum: facets }).notNull(),
    letter: text("letter").notNull(),
    groups: integer("groups").notNull(),
  },
  (table) => [primaryKey({ columns: [table.facet, table.letter] })],
);

/** Groups that may need recounting, recorded by triggers on `tracks` in the transaction of the change. */
export const changedTrackGroups = pgTable(
  "changed_track_groups",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    facet: text("facet", { enum: facets }).notNull(),
    key: text("key").notNull(),
  },
  (table) => [index("changed_track_groups_key").on(table.facet, table.key)],
);
