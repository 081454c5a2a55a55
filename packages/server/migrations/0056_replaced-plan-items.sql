CREATE TABLE "replaced_plan_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"starts_at_ms" double precision NOT NULL,
	"reason" jsonb NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "replaced_plan_items_age" ON "replaced_plan_items" USING btree ("replaced_at");