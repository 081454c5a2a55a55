CREATE TABLE "station_data" (
	"id" text PRIMARY KEY NOT NULL,
	"station_id" uuid NOT NULL,
	"program" text NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL
);
