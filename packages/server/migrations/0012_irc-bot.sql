CREATE TABLE "play_likes" (
	"play_id" uuid NOT NULL,
	"liker_key" text NOT NULL,
	"liked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "play_likes_play_id_liker_key_pk" PRIMARY KEY("play_id","liker_key")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "irc_account" text;--> statement-breakpoint
ALTER TABLE "play_likes" ADD CONSTRAINT "play_likes_play_id_plays_id_fk" FOREIGN KEY ("play_id") REFERENCES "public"."plays"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "users_irc_account_key" ON "users" USING btree (lower("irc_account"));