import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { users } from "../accounts/account-tables.ts";
import { tracks } from "../library/library-tables.ts";

/** An account's favourites; a track whose file is missing stays one. */
export const favourites = pgTable(
  "favourites",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    addedAt: moment("added_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.trackId] }),
    index("favourites_track_id").on(table.trackId),
  ],
);
