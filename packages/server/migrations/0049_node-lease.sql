CREATE TABLE "node_lease" (
	"id" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"token" bigint NOT NULL,
	"secret" text NOT NULL,
	"url" text,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL
);
