ALTER TABLE "edited_tracks" ADD COLUMN "original_bytes" bigint;--> statement-breakpoint
ALTER TABLE "edited_tracks" ADD COLUMN "original_pictures" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "track_edits" ADD COLUMN "keeps_originals" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "tag_originals_megabytes" integer DEFAULT 2048 NOT NULL;--> statement-breakpoint
CREATE INDEX "edited_tracks_originals" ON "edited_tracks" USING btree ("edit_id") WHERE "edited_tracks"."original_bytes" is not null;