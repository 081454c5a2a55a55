import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";

/** The newest MAX_REPORTS reports. */
export const reports = pgTable("reports", {
  id: uuid("id").primaryKey(),
  createdAt: moment("created_at").notNull(),
  createdBy: text("created_by").notNull(),
  /** Parsed when read. */
  answers: jsonb("answers").notNull(),
  /** Why there is no file. */
  failure: text("failure"),
  /** The done report, with the ids of incomplete tracks; parsed when read. Neither: it is being made, or was stopped. */
  result: jsonb("result"),
});

/** The files of reports, in parts of some kilobytes. */
export const reportParts = pgTable(
  "report_parts",
  {
    reportId: uuid("report_id")
      .notNull()
      .references(() => reports.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    content: text("content").notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.position] })],
);
