ALTER TABLE "tracks" ADD COLUMN "quietest_db" real;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "dc_offset" real;