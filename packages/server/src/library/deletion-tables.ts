import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "./library-tables.ts";

/**
 * `kept`: the file is where it was, and scans ignore it; `trashing`: being moved into the trash; `trashed`: in the
 * trash; `erasing`: about to be erased.
 */
const deletionStates = ["kept", "trashing", "trashed", "erasing"] as const;

/** Tracks that operators deleted and whose files still exist; each counts as missing until then. */
export const deletedTracks = pgTable(
  "deleted_tracks",
  {
    trackId: uuid("track_id")
      .primaryKey()
      .references(() => tracks.id, { onDelete: "cascade" }),
    state: text("state", { enum: deletionStates }).notNull(),
    /** Original path of the file. */
    path: text("path").notNull(),
    /** Its place in the trash, or the place it is moving to; null: not in the trash. */
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
