CREATE TABLE "edited_tracks" (
	"edit_id" bigint NOT NULL,
	"track_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"by_hand_before" text[] NOT NULL,
	"file_state" text NOT NULL,
	"file_problem" text,
	CONSTRAINT "edited_tracks_edit_id_track_id_pk" PRIMARY KEY("edit_id","track_id")
);
--> statement-breakpoint
CREATE TABLE "track_edits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "track_edits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"edited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_by" text NOT NULL,
	"fields" text[] NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "isrc" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "is_explicit" boolean;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "own_tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "fields_by_hand" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "edited_tracks" ADD CONSTRAINT "edited_tracks_edit_id_track_edits_id_fk" FOREIGN KEY ("edit_id") REFERENCES "public"."track_edits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edited_tracks" ADD CONSTRAINT "edited_tracks_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edited_tracks_track_id" ON "edited_tracks" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "edited_tracks_waiting" ON "edited_tracks" USING btree ("edit_id") WHERE "edited_tracks"."file_state" = 'waiting';