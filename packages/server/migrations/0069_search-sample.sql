CREATE INDEX "tracks_search_words_sample" ON "tracks" USING gin ("search_words") WITH (fastupdate=false) WHERE get_byte(uuid_send("tracks"."id"), 0) < 16;--> statement-breakpoint
DROP FUNCTION "found_tracks"(tsquery, integer);--> statement-breakpoint
-- In PL/pgSQL for its cached plans. Always by the index: how common words are together can't be known, and a guess of
-- "often" would read the whole library.
CREATE FUNCTION "sampled_track_ids"("query" tsquery, "most" integer) RETURNS uuid[]
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN ARRAY(
    SELECT id FROM tracks
    WHERE get_byte(uuid_send(id), 0) < 16 AND missing_since IS NULL AND search_words @@ query LIMIT most
  );
END
$$;--> statement-breakpoint
-- Reads the long list of a common word only where it must: a rare combination of the other words leaves few tracks in
-- which to look for the last, which many words may begin with, and the sample has enough tracks with common words.
CREATE FUNCTION "found_track_ids"("query" tsquery, "others" tsquery, "most" integer) RETURNS uuid[]
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  ids uuid[];
  looked integer;
BEGIN
  IF others IS NOT NULL THEN
    SELECT array_agg(id) FILTER (WHERE is_found), count(*) INTO ids, looked FROM (
      SELECT id, search_words @@ query AS is_found FROM tracks
      WHERE missing_since IS NULL AND search_words @@ others LIMIT 200
    ) AS few;
    IF looked < 200 THEN
      RETURN coalesce(ids[1:most], '{}');
    END IF;
  END IF;
  ids := sampled_track_ids(query, most);
  IF cardinality(ids) = most THEN
    RETURN ids;
  END IF;
  RETURN ARRAY(SELECT id FROM tracks WHERE missing_since IS NULL AND search_words @@ query LIMIT most);
END
$$;
