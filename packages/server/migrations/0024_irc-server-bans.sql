CREATE TABLE "irc_server_bans" (
	"mask" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone
);
