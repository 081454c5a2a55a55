import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "../library/library-tables.ts";

export const queueItems = pgTable(
  "queue_items",
  {
    id: uuid("id").primaryKey(),
    trackId: uuid("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** 1 plays next; without gaps, kept so under the lock of queue-store. */
    position: integer("position").notNull(),
    requestedBy: text("requested_by"),
    /** Who asked, as the request rules count: see Requester; null for what no requester asked for. */
    requesterKey: text("requester_key"),
    /** A listener's: it comes on air where the station plays requests. Otherwise it comes at the next join. */
    isRequest: boolean("is_request").notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("queue_items_track_id").on(table.trackId),
    index("queue_items_requester_key").on(table.requesterKey),
  ],
);

/** The queue as it was before a change that can be taken back; the newest 20. */
export const queueSnapshots = pgTable("queue_snapshots", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  change: text("change").notNull(),
  changedBy: text("changed_by").notNull(),
  changedAt: moment("changed_at").notNull().defaultNow(),
  /** Entries in order, without those used up since; parsed when read. */
  entries: jsonb("entries").notNull(),
  /** The entry that the change added, if it added one. */
  addedEntryId: uuid("added_entry_id"),
});
