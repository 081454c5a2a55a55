CREATE TABLE "comment_likes" (
	"comment_id" uuid NOT NULL,
	"visitor_key" text NOT NULL,
	"liked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_likes_comment_id_visitor_key_pk" PRIMARY KEY("comment_id","visitor_key")
);
--> statement-breakpoint
CREATE TABLE "queue_snapshots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "queue_snapshots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"change" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"entries" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"track_id" uuid NOT NULL,
	"artist_key" text NOT NULL,
	"requester_key" text NOT NULL,
	"network" text,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "queue_items" ADD COLUMN "requester_key" text;--> statement-breakpoint
ALTER TABLE "radio_state" ADD COLUMN "volume_before_emergency" integer;--> statement-breakpoint
ALTER TABLE "radio_state" ADD COLUMN "is_streaming" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "radio_state" ADD COLUMN "audio_source" text DEFAULT 'automation' NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "control_panel_title" text DEFAULT 'Radio Control Panel' NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "bot_name" text DEFAULT 'StreamBot' NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "irc_server" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "primary_color" text DEFAULT 'hsl(180, 100%, 50%)' NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "secondary_color" text DEFAULT 'hsl(300, 100%, 50%)' NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "accent_color" text DEFAULT 'hsl(120, 100%, 50%)' NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "header_tags" jsonb DEFAULT '["OpenBSD 7.6","Icecast Server"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "sample_rate_hz" integer DEFAULT 44100 NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "channels" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "comments_enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "registration_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "maintenance_mode" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "guest_queue_actions" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "request_rules" jsonb DEFAULT '{"requesterCooldownSeconds":0,"maxOpenRequests":25,"trackCooldownMinutes":5,"artistCooldownMinutes":0}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "retention" jsonb DEFAULT '{"chatDays":90,"commentDays":0,"historyDays":365,"securityEventDays":90}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "kind" text DEFAULT 'file' NOT NULL;--> statement-breakpoint
ALTER TABLE "comment_likes" ADD CONSTRAINT "comment_likes_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "requests_requested_at" ON "requests" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "requests_requester_key" ON "requests" USING btree ("requester_key","requested_at");--> statement-breakpoint
CREATE INDEX "requests_track_id" ON "requests" USING btree ("track_id","requested_at");--> statement-breakpoint
CREATE INDEX "requests_artist_key" ON "requests" USING btree ("artist_key","requested_at");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_parent_id" ON "comments" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "queue_items_requester_key" ON "queue_items" USING btree ("requester_key");