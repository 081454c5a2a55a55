import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

/** Failed sign-ins of the last hour, so that the next server process counts on. */
export const loginFailures = pgTable("login_failures", {
  /** What was tried and from where, or from which network, see login-throttle.ts. */
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  lastAt: moment("last_at").notNull(),
});
