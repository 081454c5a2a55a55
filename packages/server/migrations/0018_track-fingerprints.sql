ALTER TABLE "tracks" ADD COLUMN "fingerprint" text;--> statement-breakpoint
CREATE INDEX "tracks_missing" ON "tracks" USING btree ("duration_ms") WHERE "tracks"."missing_since" is not null;--> statement-breakpoint
CREATE INDEX "tracks_without_fingerprint" ON "tracks" USING btree ("id") WHERE "tracks"."fingerprint" is null;