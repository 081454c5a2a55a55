ALTER TABLE "playlist_tracks" DROP CONSTRAINT "playlist_tracks_playlist_id_track_id_pk";--> statement-breakpoint
ALTER TABLE "playlist_tracks" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
CREATE INDEX "playlist_tracks_playlist_id" ON "playlist_tracks" USING btree ("playlist_id","position");