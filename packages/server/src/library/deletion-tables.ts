import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "./library-tables.ts";

/**
 * `kept`: the file lies where it was, and scans leave it alone; `trashing`: it is on its way into the trash; `trashed`:
 * it is there; `erasing`: it will be erased.
 */
const deletionStates = ["kept", "trashing", "trashed", "erasing"] as const;

/** Tracks that operators deleted and whose files are still there; each counts as missing meanwhile. */
export const deletedTracks = pgTable(
  "deleted_tracks",
  {
    trackId: uuid("track_id")
      .primaryKey()
      .references(() => tracks.id, { onDelete: "cascade" }),
    state: text("state", { enum: deletionStates }).notNull(),
    /** Where the file was. */
    path: text("path").notNull(),
    /** Where it lies, or is to lie; null: it is in no trash. */
    trashPath: text("trash_path"),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    deletedAt: moment("deleted_at").notNull().defaultNow(),
    deletedBy: text("deleted_by").notNull(),
  },
  (table) => [
    index("deleted_tracks_deleted_at").on(table.deletedAt, table.trackId),
    index("deleted_tracks_path").on(table.path),
  ],
);
