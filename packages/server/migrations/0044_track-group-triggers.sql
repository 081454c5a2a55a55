CREATE FUNCTION "track_group_keys"("sort_key" text, "artist" text, "album" text, "album_artist" text, "genre" text, "year" integer, "content_kind" text, "own_tags" text[], "created_at" timestamp with time zone)
RETURNS TABLE ("facet" text, "key" text) LANGUAGE sql STABLE AS $$
  SELECT * FROM (
    SELECT 'artist', split_part(sort_key, chr(9), 1)
    UNION ALL SELECT 'album', left(lower(album), 250) || chr(9) || left(lower(coalesce(album_artist, artist)), 250)
    UNION ALL SELECT 'genre', left(lower(genre), 500)
    UNION ALL SELECT 'year', year::text
    UNION ALL SELECT 'kind', content_kind
    UNION ALL SELECT 'tag', unnest(own_tags)
    UNION ALL SELECT 'added', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM')
  ) AS keys (facet, key) WHERE key <> ''
$$;--> statement-breakpoint
CREATE FUNCTION "note_changed_track_groups"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO changed_track_groups (facet, key)
    SELECT DISTINCT k.facet, k.key FROM new_tracks AS t,
      track_group_keys(t.sort_key, t.artist, t.album, t.album_artist, t.genre, t.year, t.content_kind, t.own_tags, t.created_at) AS k
    WHERE t.missing_since IS NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO changed_track_groups (facet, key)
    SELECT DISTINCT k.facet, k.key FROM old_tracks AS t,
      track_group_keys(t.sort_key, t.artist, t.album, t.album_artist, t.genre, t.year, t.content_kind, t.own_tags, t.created_at) AS k
    WHERE t.missing_since IS NULL;
  ELSE
    INSERT INTO changed_track_groups (facet, key)
    SELECT DISTINCT k.facet, k.key FROM (
      SELECT o.* FROM old_tracks AS o JOIN new_tracks AS n USING (id)
      WHERE (o.missing_since IS NULL, o.sort_key, o.artist, o.album, o.album_artist, o.genre, o.year, o.content_kind, o.own_tags, o.duration_ms, o.artwork_name)
        IS DISTINCT FROM (n.missing_since IS NULL, n.sort_key, n.artist, n.album, n.album_artist, n.genre, n.year, n.content_kind, n.own_tags, n.duration_ms, n.artwork_name)
      UNION ALL
      SELECT n.* FROM old_tracks AS o JOIN new_tracks AS n USING (id)
      WHERE (o.missing_since IS NULL, o.sort_key, o.artist, o.album, o.album_artist, o.genre, o.year, o.content_kind, o.own_tags, o.duration_ms, o.artwork_name)
        IS DISTINCT FROM (n.missing_since IS NULL, n.sort_key, n.artist, n.album, n.album_artist, n.genre, n.year, n.content_kind, n.own_tags, n.duration_ms, n.artwork_name)
    ) AS t, track_group_keys(t.sort_key, t.artist, t.album, t.album_artist, t.genre, t.year, t.content_kind, t.own_tags, t.created_at) AS k
    WHERE t.missing_since IS NULL;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "tracks_added_to_groups" AFTER INSERT ON "tracks" REFERENCING NEW TABLE AS new_tracks FOR EACH STATEMENT EXECUTE FUNCTION note_changed_track_groups();--> statement-breakpoint
CREATE TRIGGER "tracks_changed_in_groups" AFTER UPDATE ON "tracks" REFERENCING OLD TABLE AS old_tracks NEW TABLE AS new_tracks FOR EACH STATEMENT EXECUTE FUNCTION note_changed_track_groups();--> statement-breakpoint
CREATE TRIGGER "tracks_removed_from_groups" AFTER DELETE ON "tracks" REFERENCING OLD TABLE AS old_tracks FOR EACH STATEMENT EXECUTE FUNCTION note_changed_track_groups();--> statement-breakpoint
INSERT INTO "changed_track_groups" ("facet", "key")
SELECT DISTINCT k.facet, k.key FROM "tracks" AS t,
  track_group_keys(t.sort_key, t.artist, t.album, t.album_artist, t.genre, t.year, t.content_kind, t.own_tags, t.created_at) AS k
WHERE t.missing_since IS NULL;
