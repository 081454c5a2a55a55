import { incomingStates, incomingWays } from "@neonrelay/contract";
import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

/** Files on their way into the library, and the newest of those added or refused. */
export const incomingFiles = pgTable(
  "incoming_files",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    way: text("way", { enum: incomingWays }).notNull(),
    batchId: uuid("batch_id"),
    /** Owner of the upload: an account's id, or 'access-code'; null: the station found it. */
    owner: text("owner"),
    uploader: text("uploader"),
    state: text("state", { enum: incomingStates }).notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    reason: text("reason"),
    /**
     * Where it is: for an upload, only while the station has a complete copy outside the library; for others, always.
     */
    place: text("place").unique(),
    trackId: uuid("track_id"),
    startedAt: moment("started_at").notNull().defaultNow(),
    changedAt: moment("changed_at").notNull().defaultNow(),
  },
  (table) => [
    index("incoming_files_changed_at").on(table.changedAt, table.id),
    index("incoming_files_state").on(table.state),
    index("incoming_files_batch_id").on(table.batchId),
  ],
);
