CREATE TABLE "backup_plans" (
	"id" text PRIMARY KEY NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"hour" integer DEFAULT 4 NOT NULL,
	"every_days" integer DEFAULT 1 NOT NULL,
	"keep" integer DEFAULT 7 NOT NULL,
	"with_music" boolean DEFAULT false NOT NULL,
	"folder" text DEFAULT '' NOT NULL
);
