ALTER TABLE "station_settings" ADD COLUMN "shortest_track_seconds" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "refused_files" ADD COLUMN "duration_ms" integer;