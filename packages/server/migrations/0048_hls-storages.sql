CREATE TABLE "hls_storages" (
	"id" text PRIMARY KEY NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"store" jsonb,
	"public_url" text DEFAULT '' NOT NULL
);
