import { sql } from "drizzle-orm";
import { boolean, customType, index, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { tracks } from "./library-tables.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** What tracks sound like; a track without a row was analysed before there were sound prints. */
export const soundPrints = pgTable(
  "sound_prints",
  {
    trackId: uuid("track_id")
      .primaryKey()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** See packPrint; null: there is too little to recognise it by. */
    print: bytes("print"),
    /** By which tracks that may sound the same are found, see wordsOfPrint. */
    words: integer("words").array().notNull(),
    /** Whether it was compared with the other tracks. */
    isCompared: boolean("is_compared").notNull().default(false),
  },
  (table) => [
    // As for the search: nothing tidies up what fastupdate puts off in the embedded database.
    index("sound_prints_words").using("gin", table.words).with({ fastupdate: false }),
    index("sound_prints_waiting")
      .on(table.trackId)
      .where(sql`not ${table.isCompared}`),
  ],
);
