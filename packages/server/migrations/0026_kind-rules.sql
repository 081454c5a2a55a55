ALTER TABLE "tracks" ADD COLUMN "is_kind_by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "tracks" SET "is_kind_by_hand" = true WHERE "content_kind" <> 'music';--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "kind_tag" text;--> statement-breakpoint
ALTER TABLE "station_settings" ADD COLUMN "kind_rules" jsonb DEFAULT '[{"by":"tag","value":"jingle","kind":"jingle"},{"by":"tag","value":"spot","kind":"spot"},{"by":"tag","value":"speech","kind":"speech"}]'::jsonb NOT NULL;