ALTER TABLE "plays" ADD COLUMN "kind" text DEFAULT 'library' NOT NULL;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "dj_name" text;