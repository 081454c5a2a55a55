import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

export const systemLogs = pgTable(
  "system_logs",
  {
    id: uuid("id").primaryKey(),
    level: text("level").notNull(),
    message: text("message").notNull(),
    category: text("category").notNull(),
    timestamp: moment("timestamp").notNull().defaultNow(),
    details: jsonb("details"),
  },
  (table) => [index("system_logs_timestamp").on(table.timestamp)],
);

export const securityEvents = pgTable(
  "security_events",
  {
    id: uuid("id").primaryKey(),
    severity: text("severity").notNull(),
    description: text("description").notNull(),
    eventType: text("event_type").notNull(),
    timestamp: moment("timestamp").notNull().defaultNow(),
    ipAddress: text("ip_address"),
  },
  (table) => [index("security_events_timestamp").on(table.timestamp)],
);
