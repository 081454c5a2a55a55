import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

/** Failed sign-ins of the last hour, so that the next server process continues the count. */
export const loginFailures = pgTable("login_failures", {
  /** The subject and the address, or the network, see login-throttle.ts. */
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  lastAt: moment("last_at").notNull(),
});
