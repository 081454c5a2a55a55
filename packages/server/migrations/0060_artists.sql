ALTER TABLE "tracks" ADD COLUMN "artists" text[];--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "artist_keys" text[];--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "album_artists" text[];--> statement-breakpoint
UPDATE "tracks" SET
  "artists" = CASE WHEN 'artist' = ANY("fields_by_hand") THEN string_to_array("artist", '; ') ELSE array_remove(array["artist"], '') END,
  "artist_keys" = CASE
    WHEN "artist" = '' THEN '{}'
    WHEN 'artist' = ANY("fields_by_hand") THEN string_to_array(split_part("sort_key", chr(9), 1), '; ')
    ELSE array[split_part("sort_key", chr(9), 1)] END,
  "album_artists" = CASE
    WHEN "album_artist" IS NULL THEN '{}'
    WHEN 'albumArtist' = ANY("fields_by_hand") THEN string_to_array("album_artist", '; ')
    ELSE array["album_artist"] END;--> statement-breakpoint
ALTER TABLE "tracks" ALTER COLUMN "artists" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ALTER COLUMN "artist_keys" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" ALTER COLUMN "album_artists" SET NOT NULL;--> statement-breakpoint
DROP INDEX "tracks_album";--> statement-breakpoint
CREATE INDEX "tracks_album" ON "tracks" USING btree ((coalesce(left(lower("album"), 250) || chr(9) || left(lower(coalesce("album_artist", "artists"[1], '')), 250), '~')) collate "C",(coalesce("disc_number", 0)),(coalesce("track_number", 0)),"id");--> statement-breakpoint
CREATE INDEX "tracks_artist_keys" ON "tracks" USING gin ("artist_keys") WITH (fastupdate=false);--> statement-breakpoint
DROP INDEX "track_groups_artist";--> statement-breakpoint
ALTER TABLE "track_groups" ADD COLUMN "artist_keys" text[];--> statement-breakpoint
UPDATE "track_groups" SET "artist_keys" = array_remove(array["artist_key"], NULL);--> statement-breakpoint
ALTER TABLE "track_groups" ALTER COLUMN "artist_keys" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "track_groups" DROP COLUMN "artist_key";--> statement-breakpoint
CREATE INDEX "track_groups_artist" ON "track_groups" USING gin ("artist_keys") WITH (fastupdate=false);--> statement-breakpoint
DROP FUNCTION "track_group_keys";--> statement-breakpoint
CREATE FUNCTION "track_group_keys"("artist_keys" text[], "artists" text[], "album" text, "album_artist" text, "genre" text, "year" integer, "content_kind" text, "own_tags" text[], "created_at" timestamp with time zone)
RETURNS TABLE ("facet" text, "key" text) LANGUAGE sql STABLE AS $$
  SELECT * FROM (
    SELECT 'artist', unnest(artist_keys)
    UNION ALL SELECT 'album', left(lower(album), 250) || chr(9) || left(lower(coalesce(album_artist, artists[1], '')), 250)
    UNION ALL SELECT 'genre', left(lower(genre), 500)
    UNION ALL SELECT 'year', year::text
    UNION ALL SELECT 'kind', content_kind
    UNION ALL SELECT 'tag', unnest(own_tags)
    UNION ALL SELECT 'added', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM')
  ) AS keys (facet, key) WHERE key <> ''
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_changed_track_groups"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO changed_track_groups (facet, key)
    SELECT DISTINCT k.facet, k.key FROM new_tracks AS t,
      track_group_keys(t.artist_keys, t.artists, t.album, t.album_artist, t.genre, t.year, t.content_kind, t.own_tags, t.created_at) AS k
    WHERE t.missing_since IS NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO changed_track_groups (facet, key)
    SELECT DISTINCT k.facet, k.key FROM old_tracks AS t,
      track_group_keys(t.artist_keys, t.artists, t.album, t.album_artist, t.genre, t.year, t.content_kind, t.own_tags, t.created_at) AS k
    WHERE t.missing_since IS NULL;
  ELSE
    INSERT INTO changed_track_groups (facet, key)
    SELECT DISTINCT k.facet, k.key FROM (
      SELECT o.* FROM old_tracks AS o JOIN new_tracks AS n USING (id)
      WHERE (o.missing_since IS NULL, o.artists, o.artist_keys, o.artist, o.album, o.album_artist, o.album_artists, o.genre, o.year, o.content_kind, o.own_tags, o.duration_ms, o.artwork_name)
        IS DISTINCT FROM (n.missing_since IS NULL, n.artists, n.artist_keys, n.artist, n.album, n.album_artist, n.album_artists, n.genre, n.year, n.content_kind, n.own_tags, n.duration_ms, n.artwork_name)
      UNION ALL
      SELECT n.* FROM old_tracks AS o JOIN new_tracks AS n USING (id)
      WHERE (o.missing_since IS NULL, o.artists, o.artist_keys, o.artist, o.album, o.album_artist, o.album_artists, o.genre, o.year, o.content_kind, o.own_tags, o.duration_ms, o.artwork_name)
        IS DISTINCT FROM (n.missing_since IS NULL, n.artists, n.artist_keys, n.artist, n.album, n.album_artist, n.album_artists, n.genre, n.year, n.content_kind, n.own_tags, n.duration_ms, n.artwork_name)
    ) AS t, track_group_keys(t.artist_keys, t.artists, t.album, t.album_artist, t.genre, t.year, t.content_kind, t.own_tags, t.created_at) AS k
    WHERE t.missing_since IS NULL;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
INSERT INTO "changed_track_groups" ("facet", "key")
SELECT DISTINCT k.facet, k.key FROM "tracks" AS t, LATERAL (
  SELECT * FROM track_group_keys(t.artist_keys, t.artists, t.album, t.album_artist, t.genre, t.year, t.content_kind, t.own_tags, t.created_at)
  UNION SELECT 'artist', split_part(t.sort_key, chr(9), 1)
  UNION SELECT 'album', left(lower(t.album), 250) || chr(9) || left(lower(coalesce(t.album_artist, t.artist)), 250) WHERE t.album IS NOT NULL
) AS k (facet, key)
WHERE t.missing_since IS NULL AND (cardinality(t.artists) > 1 OR cardinality(t.album_artists) > 1) AND k.facet IN ('artist', 'album');
