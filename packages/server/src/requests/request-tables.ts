import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "../library/library-tables.ts";

/** Every accepted request, for the request rules. */
export const requests = pgTable(
  "requests",
  {
    id: uuid("id").primaryKey(),
    /** Entry of the queue; may be gone. */
    entryId: uuid("entry_id").notNull(),
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    requesterKey: text("requester_key").notNull(),
    /**
     * Network of the requester's address, see networkOf, or the host on an external IRC network; null for operators,
     * who don't count towards any limit.
     */
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
