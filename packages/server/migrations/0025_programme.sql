CREATE TABLE "playlist_tracks" (
	"playlist_id" uuid NOT NULL,
	"track_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "playlist_tracks_playlist_id_track_id_pk" PRIMARY KEY("playlist_id","track_id")
);
--> statement-breakpoint
CREATE TABLE "playlists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"play_order" text NOT NULL,
	"turn" jsonb NOT NULL,
	"is_separated" boolean NOT NULL,
	"rule" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "playlists_name_key_unique" UNIQUE("name_key")
);
--> statement-breakpoint
CREATE TABLE "plan_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"starts_at_ms" double precision NOT NULL,
	"duration_ms" integer NOT NULL,
	"track_id" uuid NOT NULL,
	"is_locked" boolean DEFAULT false NOT NULL,
	"is_by_hand" boolean DEFAULT false NOT NULL,
	"reason" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "item_id" uuid;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "playlist_id" uuid;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "plan_reason" jsonb;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "separation" jsonb DEFAULT '{"trackMinutes":240,"titleMinutes":120,"artistMinutes":45,"albumMinutes":60,"notAtYesterdaysHour":true}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "content_kind" text DEFAULT 'music' NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "weight_percent" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "is_in_rotation" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "playlist_tracks" ADD CONSTRAINT "playlist_tracks_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_tracks" ADD CONSTRAINT "playlist_tracks_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_items" ADD CONSTRAINT "plan_items_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "playlist_tracks_track_id" ON "playlist_tracks" USING btree ("track_id");