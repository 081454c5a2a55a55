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

/** What became of writing an edit into the file of a track. `none`: it is not to be written. */
export const fileStates = ["none", "waiting", "written", "failed"] as const;

/** Edits that can be undone; the newest 50. */
export const trackEdits = pgTable("track_edits", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  editedAt: moment("edited_at").notNull().defaultNow(),
  editedBy: text("edited_by").notNull(),
  fields: text("fields", { enum: trackFields }).array().notNull(),
  undoneAt: moment("undone_at"),
  /** false: the originals of its files did not fit, which was said before it was saved. */
  keepsOriginals: boolean("keeps_originals").notNull().default(true),
});

/** The tracks of an edit, with the fields that it changed. */
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
    /** Which of them were set by hand before. */
    byHandBefore: text("by_hand_before", { enum: trackFields }).array().notNull(),
    fileState: text("file_state", { enum: fileStates }).notNull(),
    fileProblem: text("file_problem"),
    /** Size of the record that makes the original of the file again; null: there is none. */
    originalBytes: bigint("original_bytes", { mode: "number" }),
    /** Names of the pictures that the record needs. */
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
