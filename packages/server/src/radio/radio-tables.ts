import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { tracks } from "../library/library-tables.ts";

/** The last event of on-air's journal stored here; one row. */
export const onAirJournal = pgTable("on_air_journal", {
  id: text("id").primaryKey(),
  journalId: uuid("journal_id").notNull(),
  number: bigint("number", { mode: "number" }).notNull(),
});

/** The wanted state of the station; one row. Measured values (listeners, IRC) are never stored. */
export const radioState = pgTable("radio_state", {
  id: text("id").primaryKey(),
  isPlaying: boolean("is_playing").notNull().default(true),
  currentTrackId: uuid("current_track_id").references(() => tracks.id, { onDelete: "set null" }),
  volume: integer("volume").notNull().default(75),
  /** The volume that playing again restores after an emergency stop; null when there was none. */
  volumeBeforeEmergency: integer("volume_before_emergency"),
  /** Whether the mounts are on air. */
  isStreaming: boolean("is_streaming").notNull().default(true),
  /** The chosen source; see StreamInfo. */
  audioSource: text("audio_source").notNull().default("automation"),
});
