import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "../library/library-tables.ts";

/** Every request that was taken, so that the request rules know what was asked for lately. */
export const requests = pgTable(
  "requests",
  {
    id: uuid("id").primaryKey(),
    /** Of the queue; the entry may be gone. */
    entryId: uuid("entry_id").notNull(),
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    requesterKey: text("requester_key").notNull(),
    /** Of the requester's address, see networkOf, or the host on a network of IRC elsewhere; null of operators, who count for no limit. */
    network: text("network"),
    requestedAt: moment("requested_at").notNull().defaultNow(),
  },
  (table) => [
    index("requests_requested_at").on(table.requestedAt),
    index("requests_requester_key").on(table.requesterKey, table.requestedAt),
    index("requests_track_id").on(table.trackId, table.requestedAt),
    index("requests_entry_id").on(table.entryId),
  ],
);
