import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** Which node does the station's work, see node-lease.ts. A single row, written only by the holder of the lock. */
export const nodeLease = pgTable("node_lease", {
  id: text("id").primaryKey(),
  holder: text("holder").notNull(),
  /** Goes up by one with each holder. */
  token: bigint("token", { mode: "number" }).notNull(),
  /** Authenticates a node that forwards a call to the holder. */
  secret: text("secret").notNull(),
  /** Where the holder answers; null while it starts. */
  url: text("url"),
  takenAt: moment("taken_at").notNull().defaultNow(),
});
