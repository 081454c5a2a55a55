import { doublePrecision, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { plays } from "../history/play-tables.ts";

/** Aired spots, kept as long as the history. */
export const spotAirings = pgTable("spot_airings", {
  playId: uuid("play_id")
    .primaryKey()
    .references(() => plays.id, { onDelete: "cascade" }),
  /** In ms since 1970; null: not from the plan. */
  plannedAtMs: doublePrecision("planned_at_ms"),
  /** Full length, from its cue-in to where the next track begins. */
  lengthMs: integer("length_ms").notNull(),
  /** At its start; null: unknown. */
  listeners: integer("listeners"),
});
