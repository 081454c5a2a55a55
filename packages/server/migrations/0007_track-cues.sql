ALTER TABLE "station_settings" ADD COLUMN "loudness_target_lufs" integer DEFAULT -16 NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "disc_number" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "album_artist" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "tag_lufs" real;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "cue_in_ms" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "cue_out_ms" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "start_next_ms" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "user_cue_in_ms" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "user_cue_out_ms" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "user_start_next_ms" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "analysis_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" DROP COLUMN "gain_db";