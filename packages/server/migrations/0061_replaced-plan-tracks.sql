DELETE FROM "replaced_plan_items";--> statement-breakpoint
ALTER TABLE "replaced_plan_items" DROP CONSTRAINT "replaced_plan_items_pkey";--> statement-breakpoint
ALTER TABLE "replaced_plan_items" ADD COLUMN "track_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "replaced_plan_items" ADD CONSTRAINT "replaced_plan_items_id_track_id_pk" PRIMARY KEY("id","track_id");
