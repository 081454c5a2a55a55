import type { PlanReason } from "@neonrelay/contract";
import { boolean, doublePrecision, integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
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
