CREATE TABLE "music_source_tracks" (
	"source_id" uuid NOT NULL,
	"remote_id" text NOT NULL,
	"track_id" uuid NOT NULL,
	"reading" integer NOT NULL,
	"remote_bytes" bigint,
	"extension" text NOT NULL,
	"cover_id" text,
	"version" text NOT NULL,
	"fetched_at" timestamp with time zone,
	"played_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "music_source_tracks_source_id_remote_id_pk" PRIMARY KEY("source_id","remote_id")
);
--> statement-breakpoint
CREATE TABLE "music_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"sign_in" text NOT NULL,
	"username" text NOT NULL,
	"password" text NOT NULL,
	"is_private_allowed" boolean NOT NULL,
	"every_minutes" integer NOT NULL,
	"cache_megabytes" integer NOT NULL,
	"is_enabled" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reading" integer DEFAULT 0 NOT NULL,
	"read_offset" integer,
	"looked_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"stamp" text,
	"doubted" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "sound" text DEFAULT 'here' NOT NULL;--> statement-breakpoint
ALTER TABLE "music_source_tracks" ADD CONSTRAINT "music_source_tracks_source_id_music_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."music_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "music_source_tracks" ADD CONSTRAINT "music_source_tracks_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "music_source_tracks_track" ON "music_source_tracks" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "music_source_tracks_fetched" ON "music_source_tracks" USING btree ("source_id","fetched_at");