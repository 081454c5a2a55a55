CREATE TABLE "clocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"color" text NOT NULL,
	"is_filled" boolean NOT NULL,
	"slots" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clocks_name_key_unique" UNIQUE("name_key")
);
--> statement-breakpoint
CREATE TABLE "schedule_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"show_id" uuid,
	"clock_id" uuid,
	"starts_at" text NOT NULL,
	"duration_minutes" integer NOT NULL,
	"repeat" text,
	"except_dates" text[] NOT NULL,
	"priority" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_entries_one_thing" CHECK (num_nonnulls("schedule_entries"."show_id", "schedule_entries"."clock_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "show_hosts" (
	"show_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "show_hosts_show_id_account_id_pk" PRIMARY KEY("show_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "show_pictures" (
	"show_id" uuid PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"image" "bytea" NOT NULL,
	"digest" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"slug" text NOT NULL,
	"description" text NOT NULL,
	"color" text NOT NULL,
	"content" jsonb NOT NULL,
	"requests" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shows_name_key_unique" UNIQUE("name_key"),
	CONSTRAINT "shows_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "time_zone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD CONSTRAINT "schedule_entries_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_entries" ADD CONSTRAINT "schedule_entries_clock_id_clocks_id_fk" FOREIGN KEY ("clock_id") REFERENCES "public"."clocks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "show_hosts" ADD CONSTRAINT "show_hosts_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "show_hosts" ADD CONSTRAINT "show_hosts_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "show_pictures" ADD CONSTRAINT "show_pictures_show_id_shows_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."shows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_entries_show_id" ON "schedule_entries" USING btree ("show_id");--> statement-breakpoint
CREATE INDEX "schedule_entries_clock_id" ON "schedule_entries" USING btree ("clock_id");--> statement-breakpoint
CREATE INDEX "show_hosts_account_id" ON "show_hosts" USING btree ("account_id");