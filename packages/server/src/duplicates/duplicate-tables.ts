import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "../library/library-tables.ts";

/** Operators' decisions about two tracks. */
export const duplicateDecisions = ["different", "merged"] as const;

/** Two tracks that seem to be the same. */
export const duplicatePairs = pgTable(
  "duplicate_pairs",
  {
    /** The smaller of both ids. */
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    otherId: uuid("other_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** Share of their sound prints that agrees; 1 for the same file. */
    agreement: real("agreement").notNull(),
    foundAt: moment("found_at").notNull().defaultNow(),
    /** null: none yet. */
    decision: text("decision", { enum: duplicateDecisions }),
    decidedBy: text("decided_by"),
    decidedAt: moment("decided_at"),
  },
  (table) => [
    primaryKey({ columns: [table.trackId, table.otherId] }),
    index("duplicate_pairs_other_id").on(table.otherId),
  ],
);

/** Merges that can be undone; the newest 50. */
export const merges = pgTable(
  "merges",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    mergedAt: moment("merged_at").notNull().defaultNow(),
    mergedBy: text("merged_by").notNull(),
    keptId: uuid("kept_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** Original number; copies that are gone for good have no row in `merged_tracks`. */
    copies: integer("copies").notNull(),
    /** Earlier decisions about pairs of these tracks; parsed when read. */
    pairs: jsonb("pairs").notNull(),
    /** Cue points, fades and gain that the kept track got from a copy; null: none. Parsed when read. */
    cues: jsonb("cues"),
    undoneAt: moment("undone_at"),
  },
  (table) => [index("merges_kept_id").on(table.keptId)],
);

/** A merge's copies, in order, with what each gave to the kept track. */
export const mergedTracks = pgTable(
  "merged_tracks",
  {
    mergeId: bigint("merge_id", { mode: "number" })
      .notNull()
      .references(() => merges.id, { onDelete: "cascade" }),
    copyId: uuid("copy_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    wasInRotation: boolean("was_in_rotation").notNull(),
    /** Parsed when read. */
    lent: jsonb("lent").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mergeId, table.copyId] }),
    index("merged_tracks_copy_id").on(table.copyId),
  ],
);
