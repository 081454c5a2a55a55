import type { PlanReason } from "@neonrelay/contract";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  uuid,
} from "drizzle-orm/pg-core";
import { moment } from "../database/columns.ts";
import { tracks } from "../library/library-tables.ts";

/** The plan of the coming hours. */
export const planItems = pgTable("plan_items", {
  id: uuid("id").primaryKey(),
  /** Ascending, gaps allowed. */
  position: integer("position").notNull(),
  /** Expected start, in ms since 1970. */
  startsAtMs: doublePrecision("starts_at_ms").notNull(),
  durationMs: integer("duration_ms").notNull(),
  trackId: uuid("track_id")
    .notNull()
    .references(() => tracks.id, { onDelete: "cascade" }),
  isLocked: boolean("is_locked").notNull().default(false),
  isByHand: boolean("is_by_hand").notNull().default(false),
  reason: jsonb("reason").$type<PlanReason>().notNull(),
});

/** Items removed from the plan that on-air may still have: their reasons are needed when it reports their plays. */
export const replacedPlanItems = pgTable(
  "replaced_plan_items",
  {
    /** A timed item keeps its id when the plan gives it another track. */
    id: uuid("id").notNull(),
    trackId: uuid("track_id").notNull(),
    startsAtMs: doublePrecision("starts_at_ms").notNull(),
    reason: jsonb("reason").$type<PlanReason>().notNull(),
    replacedAt: moment("replaced_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.trackId] }),
    index("replaced_plan_items_age").on(table.replacedAt),
  ],
);
