CREATE TABLE "irc_channels" (
	"channel" text PRIMARY KEY NOT NULL,
	"topic" text,
	"topic_set_by" text NOT NULL,
	"topic_set_at" timestamp with time zone NOT NULL,
	"flags" text NOT NULL,
	"channel_key" text,
	"user_limit" integer
);
