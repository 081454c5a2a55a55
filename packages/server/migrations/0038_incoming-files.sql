CREATE TABLE "incoming_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"way" text NOT NULL,
	"batch_id" uuid,
	"owner" text,
	"uploader" text,
	"state" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"reason" text,
	"place" text,
	"track_id" uuid,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "incoming_files_place_unique" UNIQUE("place")
);
--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "max_upload_megabytes" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
CREATE INDEX "incoming_files_changed_at" ON "incoming_files" USING btree ("changed_at","id");--> statement-breakpoint
CREATE INDEX "incoming_files_state" ON "incoming_files" USING btree ("state");--> statement-breakpoint
CREATE INDEX "incoming_files_batch_id" ON "incoming_files" USING btree ("batch_id");