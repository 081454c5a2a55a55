UPDATE "tracks" SET
  "artist" = '',
  "sort_key" = regexp_replace("sort_key", '^unknown artist' || chr(9), chr(9)),
  "search_text" = trim(regexp_replace(regexp_replace("search_text", 'unknown artist', ''), '\s+', ' ', 'g'))
WHERE (("kind" = 'file' AND "artist" = 'Unknown artist') OR ("kind" = 'source' AND "artist" = 'Unknown Artist'))
  AND NOT 'artist' = ANY("fields_by_hand");
