import { sql } from "drizzle-orm";
import { bigint, doublePrecision, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./schema.ts";

/** Every word that is or was in the library: what a misspelled one is compared with. */
export const libraryWords = pgTable(
  "library_words",
  { word: text("word").primaryKey() },
  (table) => [
    index("library_words_alike")
      .using("gin", sql`${table.word} gin_trgm_ops`)
      .with({ fastupdate: false }),
  ],
);

/** Files that could not become tracks, so that an unchanged one is not tried again. */
export const refusedFiles = pgTable("refused_files", {
  path: text("path").primaryKey(),
  reason: text("reason").notNull(),
  /** Of a file refused because it was too short; null: it can't be read. */
  durationMs: integer("duration_ms"),
  sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
  modifiedAtMs: doublePrecision("modified_at_ms").notNull(),
  refusedAt: moment("refused_at").notNull().defaultNow(),
});

/** Folders added with `station import`, read in place like MUSIC_DIRS. */
export const musicFolders = pgTable("music_folders", {
  path: text("path").primaryKey(),
  addedAt: moment("added_at").notNull().defaultNow(),
});
