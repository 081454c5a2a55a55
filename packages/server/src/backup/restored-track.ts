import * as z from "zod";
import { artistKeysOf, namesOf } from "../library/artist-rules.ts";
import { searchTextOf } from "../library/track-rules.ts";

const tagsSchema = z.object({
  title: z.string(),
  artist: z.string(),
  album: z.nullable(z.string()),
  genre: z.nullable(z.string()),
  year: z.nullable(z.number()),
  album_artist: z.nullable(z.string()),
  artists: z.optional(z.array(z.string())),
  album_artists: z.optional(z.array(z.string())),
});

/**
 * A track's row with the search text and the artists of this release: older ones left genre and year out of the text, and
 * knew no lists. A row without the
 * tags of a track stays as it is, and the database refuses it.
 */
export function withDerivedColumns(
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const tags = tagsSchema.safeParse({
    album: null,
    genre: null,
    year: null,
    album_artist: null,
    ...row,
  }).data;
  if (tags === undefined) return row;
  const artists = namesOf(tags.artist, tags.artists ?? (tags.artist === "" ? [] : [tags.artist]));
  return {
    ...row,
    artists,
    artist_keys: artistKeysOf(artists),
    album_artists: tags.album_artists ?? [tags.album_artist].flatMap((name) => name ?? []),
    search_text: searchTextOf(tags),
  };
}
