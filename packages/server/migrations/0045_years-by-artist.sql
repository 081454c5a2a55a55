DROP INDEX "tracks_year";--> statement-breakpoint
CREATE INDEX "tracks_year" ON "tracks" USING btree ((coalesce("year", 0)),"sort_key" collate "C","id");