CREATE TABLE "merged_tracks" (
	"merge_id" bigint NOT NULL,
	"copy_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"was_in_rotation" boolean NOT NULL,
	"lent" jsonb NOT NULL,
	CONSTRAINT "merged_tracks_merge_id_copy_id_pk" PRIMARY KEY("merge_id","copy_id")
);
--> statement-breakpoint
CREATE TABLE "merges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "merges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merged_at" timestamp with time zone DEFAULT now() NOT NULL,
	"merged_by" text NOT NULL,
	"kept_id" uuid NOT NULL,
	"copies" integer NOT NULL,
	"pairs" jsonb NOT NULL,
	"cues" jsonb,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "merged_tracks" ADD CONSTRAINT "merged_tracks_merge_id_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."merges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_tracks" ADD CONSTRAINT "merged_tracks_copy_id_tracks_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merges" ADD CONSTRAINT "merges_kept_id_tracks_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merged_tracks_copy_id" ON "merged_tracks" USING btree ("copy_id");--> statement-breakpoint
CREATE INDEX "merges_kept_id" ON "merges" USING btree ("kept_id");