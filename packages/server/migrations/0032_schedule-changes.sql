ALTER TABLE "holidays" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "shows" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;