CREATE TABLE "duplicate_pairs" (
	"track_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"agreement" real NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decision" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "duplicate_pairs_track_id_other_id_pk" PRIMARY KEY("track_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "sound_prints" (
	"track_id" uuid PRIMARY KEY NOT NULL,
	"print" "bytea",
	"words" integer[] NOT NULL,
	"is_compared" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "duplicate_pairs" ADD CONSTRAINT "duplicate_pairs_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_pairs" ADD CONSTRAINT "duplicate_pairs_other_id_tracks_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sound_prints" ADD CONSTRAINT "sound_prints_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "duplicate_pairs_other_id" ON "duplicate_pairs" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "sound_prints_words" ON "sound_prints" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "sound_prints_waiting" ON "sound_prints" USING btree ("track_id") WHERE not "sound_prints"."is_compared";