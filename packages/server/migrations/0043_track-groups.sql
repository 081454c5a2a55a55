CREATE TABLE "changed_track_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changed_track_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"facet" text NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "track_groups" (
	"facet" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"artist" text,
	"artist_key" text,
	"sort_name" text NOT NULL,
	"letter" text NOT NULL,
	"tracks" integer NOT NULL,
	"duration_ms" bigint NOT NULL,
	"year" integer,
	"newest_at" timestamp with time zone NOT NULL,
	"art_track_id" uuid,
	"artwork_name" text,
	CONSTRAINT "track_groups_facet_key_pk" PRIMARY KEY("facet","key")
);
--> statement-breakpoint
CREATE INDEX "changed_track_groups_key" ON "changed_track_groups" USING btree ("facet","key");--> statement-breakpoint
CREATE INDEX "track_groups_name" ON "track_groups" USING btree ("facet","sort_name" collate "C","key" collate "C");--> statement-breakpoint
CREATE INDEX "track_groups_tracks" ON "track_groups" USING btree ("facet","tracks","key");--> statement-breakpoint
CREATE INDEX "track_groups_newest" ON "track_groups" USING btree ("facet","newest_at","key");--> statement-breakpoint
CREATE INDEX "track_groups_artist" ON "track_groups" USING btree ("artist_key");--> statement-breakpoint
CREATE INDEX "track_groups_sort_name" ON "track_groups" USING gin ("sort_name" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "tracks_album" ON "tracks" USING btree ((coalesce(left(lower("album"), 250) || chr(9) || left(lower(coalesce("album_artist", "artist")), 250), '~')) collate "C",(coalesce("disc_number", 0)),(coalesce("track_number", 0)),"id");--> statement-breakpoint
CREATE INDEX "tracks_genre" ON "tracks" USING btree ((coalesce(left(lower("genre"), 500), '~')) collate "C","id");--> statement-breakpoint
CREATE INDEX "tracks_year" ON "tracks" USING btree ((coalesce("year", 0)),"id");--> statement-breakpoint
CREATE INDEX "tracks_duration" ON "tracks" USING btree ("duration_ms","id");--> statement-breakpoint
CREATE INDEX "tracks_bitrate" ON "tracks" USING btree ((coalesce("bitrate_kbps", 0)),"id");--> statement-breakpoint
CREATE INDEX "tracks_content_kind" ON "tracks" USING btree ("content_kind");--> statement-breakpoint
CREATE INDEX "tracks_own_tags" ON "tracks" USING gin ("own_tags") WITH (fastupdate=false);