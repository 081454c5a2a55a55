import { trackTroubles } from "@neonrelay/contract";
import { index, integer, pgTable, primaryKey, real, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "./library-tables.ts";

/** Problems found with a track when its file was read. */
export const foundTroubles = pgTable(
  "found_troubles",
  {
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: trackTroubles }).notNull(),
    /** Severity, in the unit of its kind. */
    amount: real("amount").notNull(),
    /** Position in the file; null: all of it. */
    atMs: integer("at_ms"),
    foundAt: moment("found_at").notNull().defaultNow(),
    /** When an operator accepted it; null: still open. */
    acceptedAt: moment("accepted_at"),
    acceptedBy: text("accepted_by"),
  },
  (table) => [
    primaryKey({ columns: [table.trackId, table.kind] }),
    index("found_troubles_kind").on(table.kind, table.trackId),
  ],
);
