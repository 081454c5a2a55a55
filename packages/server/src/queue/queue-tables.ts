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
    /** 1 plays next; without gaps, as maintained under the lock of queue-store. */
    position: integer("position").notNull(),
    requestedBy: text("requested_by"),
    /** The requester, as the request rules count: see Requester; null when no requester asked for it. */
    requesterKey: text("requester_key"),
    /** A listener's request goes on air where the station plays requests; any other entry at the next join. */
    isRequest: boolean("is_request").notNull().default(false),
    /** An operator added it, under the name in `requestedBy`; false for what an older version stored. */
    isByOperator: boolean("is_by_operator").notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("queue_items_track_id").on(table.trackId),
    index("queue_items_requester_key").on(table.requesterKey),
  ],
);

/** The queue before each undoable change; the newest 20. */
export const queueSnapshots = pgTable("queue_snapshots", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  change: text("change").notNull(),
  changedBy: text("changed_by").notNull(),
  changedAt: moment("changed_at").notNull().defaultNow(),
  /** Entries in order, without those used up since; parsed when read. */
  entries: jsonb("entries").notNull(),
  /** The entry added by the change, if any. */
  addedEntryId: uuid("added_entry_id"),
});
