ALTER TABLE "station_settings" ADD COLUMN "opus_on" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "opus_bitrate_kbps" integer DEFAULT 96 NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "aac_on" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "aac_bitrate_kbps" integer DEFAULT 128 NOT NULL;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "hls_on" boolean DEFAULT false NOT NULL;