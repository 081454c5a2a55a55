CREATE TABLE "track_group_letters" (
	"facet" text NOT NULL,
	"letter" text NOT NULL,
	"groups" integer NOT NULL,
	CONSTRAINT "track_group_letters_facet_letter_pk" PRIMARY KEY("facet","letter")
);
--> statement-breakpoint
DROP INDEX "track_groups_sort_name";--> statement-breakpoint
DROP INDEX "tracks_content_kind";--> statement-breakpoint
CREATE INDEX "library_words_forwards" ON "library_words" USING btree ("word" collate "C");--> statement-breakpoint
CREATE INDEX "library_words_backwards" ON "library_words" USING btree (reverse("word") collate "C");--> statement-breakpoint
CREATE INDEX "tracks_genre_by_artist" ON "tracks" USING btree ((md5(coalesce(left(lower("genre"), 500), '~'))::uuid),"sort_key" collate "C","id");--> statement-breakpoint
CREATE INDEX "tracks_streams" ON "tracks" USING btree ("id") WHERE "tracks"."kind" = 'stream';--> statement-breakpoint
CREATE INDEX "track_groups_artist_name" ON "track_groups" USING gin ("sort_name" gin_trgm_ops) WITH (fastupdate=false) WHERE "track_groups"."facet" = 'artist';--> statement-breakpoint
CREATE INDEX "track_groups_album_name" ON "track_groups" USING gin ("sort_name" gin_trgm_ops) WITH (fastupdate=false) WHERE "track_groups"."facet" = 'album';--> statement-breakpoint
CREATE INDEX "tracks_content_kind" ON "tracks" USING btree ("content_kind","sort_key" collate "C","id");--> statement-breakpoint
-- Always by the index: how common words are together can't be known, and a guess of "often" would read the whole library.
CREATE FUNCTION "found_tracks"("query" tsquery, "most" integer) RETURNS SETOF "tracks"
LANGUAGE sql STABLE STRICT ROWS 100 SET enable_seqscan = off AS $$
  SELECT * FROM tracks WHERE missing_since IS NULL AND search_words @@ query LIMIT most
$$;--> statement-breakpoint
CREATE FUNCTION "add_track_group_letters"("given_facet" text, "given_letter" text, "added" integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO track_group_letters AS known (facet, letter, groups) VALUES (given_facet, given_letter, added)
  ON CONFLICT (facet, letter) DO UPDATE SET groups = known.groups + excluded.groups
$$;--> statement-breakpoint
CREATE FUNCTION "count_track_group_letters"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_track_group_letters(facet, letter, count(*)::int) FROM new_groups GROUP BY facet, letter ORDER BY facet, letter;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_track_group_letters(facet, letter, -count(*)::int) FROM old_groups GROUP BY facet, letter ORDER BY facet, letter;
  ELSE
    PERFORM add_track_group_letters(facet, letter, sum(added)::int) FROM (
      SELECT facet, letter, 1 AS added FROM new_groups UNION ALL SELECT facet, letter, -1 FROM old_groups
    ) AS changed GROUP BY facet, letter HAVING sum(added) <> 0 ORDER BY facet, letter;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "track_groups_added_to_letters" AFTER INSERT ON "track_groups" REFERENCING NEW TABLE AS new_groups FOR EACH STATEMENT EXECUTE FUNCTION count_track_group_letters();--> statement-breakpoint
CREATE TRIGGER "track_groups_changed_in_letters" AFTER UPDATE ON "track_groups" REFERENCING OLD TABLE AS old_groups NEW TABLE AS new_groups FOR EACH STATEMENT EXECUTE FUNCTION count_track_group_letters();--> statement-breakpoint
CREATE TRIGGER "track_groups_removed_from_letters" AFTER DELETE ON "track_groups" REFERENCING OLD TABLE AS old_groups FOR EACH STATEMENT EXECUTE FUNCTION count_track_group_letters();--> statement-breakpoint
INSERT INTO "track_group_letters" ("facet", "letter", "groups") SELECT facet, letter, count(*) FROM "track_groups" GROUP BY facet, letter;
