ALTER TABLE "users" ADD COLUMN "stream_key_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "stream_key_created_at" timestamp with time zone;