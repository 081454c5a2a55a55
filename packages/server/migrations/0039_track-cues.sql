ALTER TABLE "tracks" ADD COLUMN "user_fade_in_ms" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "user_fade_out_ms" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "user_gain_db" real;