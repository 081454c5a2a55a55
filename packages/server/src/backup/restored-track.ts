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
  fields_by_hand: z.optional(z.array(z.string())),
});

/**
 * A track's row with this release's search text and artists: older releases left genre and year out of the text and had
 * no artist lists. A row without a track's tags stays as it is, and the database refuses it.
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
  // An operator's entry is split; a name from a file stays whole until the file is read again.
  const oldNames = (field: string, text: string | null): string[] | undefined =>
    tags.fields_by_hand?.includes(field) === true
      ? undefined
      : text === null || text === ""
        ? []
        : [text];
  const { artist, album_artist: albumArtist } = tags;
  const artists = namesOf(artist, tags.artists ?? oldNames("artist", artist));
  return {
    ...row,
    artists,
    artist_keys: artistKeysOf(artists),
    album_artists: namesOf(albumArtist, tags.album_artists ?? oldNames("albumArtist", albumArtist)),
    search_text: searchTextOf(tags),
  };
}
