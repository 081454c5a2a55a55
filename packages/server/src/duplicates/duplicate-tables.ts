import { index, pgTable, primaryKey, real, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "../library/library-tables.ts";

/** What operators decided about two tracks. */
export const duplicateDecisions = ["different", "merged"] as const;

/** Two tracks that seem to be one. */
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
    /** In which share of their sound prints they agree; 1 for the same file. */
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
