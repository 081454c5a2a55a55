import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** Which node of the station does its work, see node-lease.ts. One row, which only the holder of the lock writes. */
export const nodeLease = pgTable("node_lease", {
  id: text("id").primaryKey(),
  holder: text("holder").notNull(),
  /** One higher with each holder. */
  token: bigint("token", { mode: "number" }).notNull(),
  /** What a node shows the holder when it passes a call on. */
  secret: text("secret").notNull(),
  /** Where the holder answers; null while it starts. */
  url: text("url"),
  takenAt: moment("taken_at").notNull().defaultNow(),
});
