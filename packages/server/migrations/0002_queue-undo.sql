DROP INDEX "requests_artist_key";--> statement-breakpoint
ALTER TABLE "station_settings" ALTER COLUMN "request_rules" SET DEFAULT '{"requesterCooldownSeconds":0,"maxOpenRequests":25,"trackCooldownMinutes":5,"playedCooldownMinutes":0,"artistCooldownMinutes":0}'::jsonb;--> statement-breakpoint
ALTER TABLE "queue_snapshots" ADD COLUMN "added_entry_id" uuid;--> statement-breakpoint
CREATE INDEX "requests_entry_id" ON "requests" USING btree ("entry_id");--> statement-breakpoint
ALTER TABLE "requests" DROP COLUMN "artist_key";--> statement-breakpoint
UPDATE "station_settings" SET "request_rules" = '{"playedCooldownMinutes":0}'::jsonb || "request_rules";
