ALTER TABLE "playlists" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "set_up_answers" text[] DEFAULT '{}' NOT NULL;