CREATE TABLE "library_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "tracks_search_text";--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(translate(search_text, '()[]{}<>"“”.,;:!?¡¿/\|-–—_&+*#%=~@…·''’‘`´', '                                    '), ' '), ''))) STORED NOT NULL;--> statement-breakpoint
INSERT INTO "library_words" ("word") SELECT DISTINCT unnest(tsvector_to_array("search_words")) FROM "tracks";--> statement-breakpoint
CREATE INDEX "library_words_alike" ON "library_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "tracks_title" ON "tracks" USING btree ("search_text" collate "C","id");--> statement-breakpoint
CREATE INDEX "tracks_created_at" ON "tracks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tracks_size_bytes" ON "tracks" USING btree ("size_bytes");--> statement-breakpoint
CREATE INDEX "tracks_search_words" ON "tracks" USING gin ("search_words") WITH (fastupdate=false);