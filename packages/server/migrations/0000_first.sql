CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"message" text NOT NULL,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	"is_bot" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author" text NOT NULL,
	"content" text NOT NULL,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "music_folders" (
	"path" text PRIMARY KEY NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "on_air_journal" (
	"id" text PRIMARY KEY NOT NULL,
	"journal_id" uuid NOT NULL,
	"number" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"track_id" uuid,
	"entry_id" uuid,
	"title" text NOT NULL,
	"artist" text NOT NULL,
	"requested_by" text,
	"start_ms" double precision NOT NULL,
	"audio_start_ms" double precision NOT NULL,
	"started_at_ms" double precision NOT NULL,
	"duration_ms" integer,
	"ended_at_ms" double precision,
	"played_ms" double precision,
	"end_reason" text,
	"end_detail" text
);
--> statement-breakpoint
CREATE TABLE "queue_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"track_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"requested_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "radio_state" (
	"id" text PRIMARY KEY NOT NULL,
	"is_playing" boolean DEFAULT true NOT NULL,
	"current_track_id" uuid,
	"volume" integer DEFAULT 75 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refused_files" (
	"path" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"modified_at_ms" double precision NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"severity" text NOT NULL,
	"description" text NOT NULL,
	"event_type" text NOT NULL,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "station_settings" (
	"id" text PRIMARY KEY NOT NULL,
	"station_name" text DEFAULT 'Neon Relay' NOT NULL,
	"tagline" text DEFAULT 'Synthwave & Cyberpunk Vibes' NOT NULL,
	"genre" text DEFAULT 'Synthwave' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"auto_play" boolean DEFAULT true NOT NULL,
	"irc_channel" text DEFAULT '#neonrelay' NOT NULL,
	"bitrate_kbps" integer DEFAULT 192 NOT NULL,
	"max_listeners" integer DEFAULT 1000 NOT NULL,
	"access_code_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "system_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"category" text NOT NULL,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "tracks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"title" text NOT NULL,
	"artist" text NOT NULL,
	"album" text,
	"genre" text,
	"year" integer,
	"track_number" integer,
	"codec" text NOT NULL,
	"bitrate_kbps" integer,
	"sample_rate_hz" integer NOT NULL,
	"channels" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"integrated_lufs" real,
	"true_peak_dbtp" real,
	"loudness_range_lu" real,
	"gain_db" real NOT NULL,
	"artwork_name" text,
	"size_bytes" bigint NOT NULL,
	"modified_at_ms" double precision NOT NULL,
	"sort_key" text NOT NULL,
	"search_text" text NOT NULL,
	"missing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracks_path_unique" UNIQUE("path")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"name" text,
	"email" text,
	"password_hash" text,
	"role" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_login" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "plays" ADD CONSTRAINT "plays_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radio_state" ADD CONSTRAINT "radio_state_current_track_id_tracks_id_fk" FOREIGN KEY ("current_track_id") REFERENCES "public"."tracks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_timestamp" ON "chat_messages" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "comments_timestamp" ON "comments" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "plays_started_at_ms" ON "plays" USING btree ("started_at_ms");--> statement-breakpoint
CREATE INDEX "plays_track_id" ON "plays" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "queue_items_track_id" ON "queue_items" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "security_events_timestamp" ON "security_events" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "system_logs_timestamp" ON "system_logs" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "tracks_sort_key" ON "tracks" USING btree ("sort_key" collate "C","id");--> statement-breakpoint
CREATE INDEX "tracks_search_text" ON "tracks" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_position_key" UNIQUE ("position") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_position_from_1" CHECK ("position" >= 1);
