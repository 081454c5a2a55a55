CREATE TABLE "stream_outputs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"is_tls" boolean NOT NULL,
	"mount" text NOT NULL,
	"username" text NOT NULL,
	"password" text NOT NULL,
	"is_public" boolean NOT NULL,
	"is_enabled" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
