CREATE TABLE "audience_position" (
	"id" text PRIMARY KEY NOT NULL,
	"ledger_id" uuid NOT NULL,
	"number" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listening_days" (
	"day" date PRIMARY KEY NOT NULL,
	"uniques" integer,
	"peak" integer,
	"sessions" integer NOT NULL,
	"lost" integer NOT NULL,
	"seconds" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listening_hashes" (
	"day" date NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "listening_hashes_day_hash_pk" PRIMARY KEY("day","hash")
);
--> statement-breakpoint
CREATE TABLE "listening_rollups" (
	"span" text NOT NULL,
	"dimension" text NOT NULL,
	"at_ms" double precision NOT NULL,
	"value" text NOT NULL,
	"seconds" double precision NOT NULL,
	"bytes" bigint NOT NULL,
	"began" integer NOT NULL,
	"ended" integer NOT NULL,
	"lost" integer NOT NULL,
	"peak" integer,
	CONSTRAINT "listening_rollups_span_dimension_at_ms_value_pk" PRIMARY KEY("span","dimension","at_ms","value")
);
--> statement-breakpoint
CREATE TABLE "listening_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mount" text NOT NULL,
	"via" text NOT NULL,
	"edge" text,
	"player" text NOT NULL,
	"device" text NOT NULL,
	"country" text,
	"subdivision" text,
	"started_at_ms" double precision NOT NULL,
	"ended_at_ms" double precision NOT NULL,
	"seconds" double precision NOT NULL,
	"bytes" bigint NOT NULL,
	"is_open" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "play_audience" (
	"play_id" uuid PRIMARY KEY NOT NULL,
	"seconds" double precision NOT NULL,
	"at_start" integer NOT NULL,
	"at_end" integer NOT NULL,
	"joined" integer NOT NULL,
	"left" integer NOT NULL,
	"left_early" integer NOT NULL,
	"mounts" jsonb NOT NULL,
	"countries" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "listening_session_days" integer DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "play_audience" ADD CONSTRAINT "play_audience_play_id_plays_id_fk" FOREIGN KEY ("play_id") REFERENCES "public"."plays"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listening_sessions_started_at_ms" ON "listening_sessions" USING btree ("started_at_ms");--> statement-breakpoint
CREATE INDEX "listening_sessions_ended_at_ms" ON "listening_sessions" USING btree ("ended_at_ms");