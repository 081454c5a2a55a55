import { sql } from "drizzle-orm";
import { boolean, customType, index, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { tracks } from "./library-tables.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Sound prints of tracks; a track without a row was analysed before prints existed. */
export const soundPrints = pgTable(
  "sound_prints",
  {
    trackId: uuid("track_id")
      .primaryKey()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** See packPrint; null: too little sound for a print. */
    print: bytes("print"),
    /** Index words to find similar tracks, see wordsOfPrint. */
    words: integer("words").array().notNull(),
    /** Whether it has been compared with the other tracks. */
    isCompared: boolean("is_compared").notNull().default(false),
  },
  (table) => [
    // As for the search: nothing cleans up fastupdate's pending list in the embedded database.
    index("sound_prints_words").using("gin", table.words).with({ fastupdate: false }),
    index("sound_prints_waiting")
      .on(table.trackId)
      .where(sql`not ${table.isCompared}`),
  ],
);
