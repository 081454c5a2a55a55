CREATE TABLE "deleted_tracks" (
	"track_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"path" text NOT NULL,
	"trash_path" text,
	"size_bytes" bigint NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "found_troubles" (
	"track_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" real NOT NULL,
	"at_ms" integer,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" text,
	CONSTRAINT "found_troubles_track_id_kind_pk" PRIMARY KEY("track_id","kind")
);
--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "trash_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_tracks" ADD CONSTRAINT "deleted_tracks_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "found_troubles" ADD CONSTRAINT "found_troubles_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_tracks_deleted_at" ON "deleted_tracks" USING btree ("deleted_at","track_id");--> statement-breakpoint
CREATE INDEX "deleted_tracks_path" ON "deleted_tracks" USING btree ("path");--> statement-breakpoint
CREATE INDEX "found_troubles_kind" ON "found_troubles" USING btree ("kind","track_id");