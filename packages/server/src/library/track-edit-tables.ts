import { sql } from "drizzle-orm";
import { trackFields } from "@neonrelay/contract";
import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "./library-tables.ts";

/** State of writing an edit into a track's file. `none`: not to be written. */
export const fileStates = ["none", "waiting", "written", "failed"] as const;

/** The newest 50 edits, which can be undone. */
export const trackEdits = pgTable("track_edits", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  editedAt: moment("edited_at").notNull().defaultNow(),
  editedBy: text("edited_by").notNull(),
  fields: text("fields", { enum: trackFields }).array().notNull(),
  undoneAt: moment("undone_at"),
  /** false: the originals of its files did not fit, as announced before saving. */
  keepsOriginals: boolean("keeps_originals").notNull().default(true),
});

/** The tracks of an edit, with the fields it changed. */
export const editedTracks = pgTable(
  "edited_tracks",
  {
    editId: bigint("edit_id", { mode: "number" })
      .notNull()
      .references(() => trackEdits.id, { onDelete: "cascade" }),
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** Parsed when read. */
    before: jsonb("before").notNull(),
    after: jsonb("after").notNull(),
    /** Which of them were set by hand before the edit. */
    byHandBefore: text("by_hand_before", { enum: trackFields }).array().notNull(),
    fileState: text("file_state", { enum: fileStates }).notNull(),
    fileProblem: text("file_problem"),
    /** Size of the record that restores the original file; null: there is none. */
    originalBytes: bigint("original_bytes", { mode: "number" }),
    /** File names of the pictures that the record needs. */
    originalPictures: text("original_pictures").array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.editId, table.trackId] }),
    index("edited_tracks_track_id").on(table.trackId),
    index("edited_tracks_waiting")
      .on(table.editId)
      .where(sql`${table.fileState} = 'waiting'`),
    index("edited_tracks_originals")
      .on(table.editId)
      .where(sql`${table.originalBytes} is not null`),
  ],
);
