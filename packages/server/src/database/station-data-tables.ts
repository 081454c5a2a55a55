import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** Which station the data belong to and which program opened them last. */
export const stationData = pgTable("station_data", {
  id: text("id").primaryKey(),
  stationId: uuid("station_id").notNull(),
  program: text("program").notNull(),
  openedAt: moment("opened_at").notNull().defaultNow(),
});
