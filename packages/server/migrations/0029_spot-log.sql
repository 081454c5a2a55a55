CREATE TABLE "spot_airings" (
	"play_id" uuid PRIMARY KEY NOT NULL,
	"planned_at_ms" double precision,
	"length_ms" integer NOT NULL,
	"listeners" integer
);
--> statement-breakpoint
ALTER TABLE "spot_airings" ADD CONSTRAINT "spot_airings_play_id_plays_id_fk" FOREIGN KEY ("play_id") REFERENCES "public"."plays"("id") ON DELETE cascade ON UPDATE no action;