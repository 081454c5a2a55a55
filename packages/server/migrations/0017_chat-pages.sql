DROP INDEX "chat_messages_timestamp";--> statement-breakpoint
CREATE INDEX "chat_messages_order" ON "chat_messages" USING btree ("timestamp","number");