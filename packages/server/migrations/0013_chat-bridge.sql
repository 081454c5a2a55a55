CREATE TABLE "chat_sanctions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"username" text NOT NULL,
	"visitor_key" text NOT NULL,
	"browser_key" text NOT NULL,
	"network" text,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "kind" text DEFAULT 'message' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "origin" text DEFAULT 'web' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "runs" jsonb;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "not_delivered" text;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "irc_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_irc_id" ON "chat_messages" USING btree ("irc_id");