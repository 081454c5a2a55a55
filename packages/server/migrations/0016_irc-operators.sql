CREATE TABLE "irc_channel_masks" (
	"channel" text NOT NULL,
	"mode" text NOT NULL,
	"mask" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "irc_channel_masks_channel_mode_mask_pk" PRIMARY KEY("channel","mode","mask")
);
--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "irc_cloak_key" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_sanctions" ADD COLUMN "irc_mask" text;