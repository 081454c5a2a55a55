CREATE TABLE "holidays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"date" text NOT NULL,
	"name" text NOT NULL,
	"is_yearly" boolean NOT NULL,
	"day" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
