/*
 * SQL expressions that tracks are grouped and sorted by. Indexes are built on them, and PostgreSQL uses an index only
 * for the same expression; `track_group_keys` in the database repeats them. Unknown values sort after all names that
 * begin with a Latin letter, and before all numbers.
 */

/**
 * Maximum letters of a name in keys: a PostgreSQL index entry holds about 2700 bytes, and a letter takes up to four.
 */
export const ALBUM_LETTERS = 250;
export const GENRE_LETTERS = 500;

const UNKNOWN = "'~'";

export const albumArtist = albumArtistOf("");
export const albumKey = albumKeyOf("");

/**
 * The artist an album belongs to: the album artist, else the track's first artist.
 * @param table `name.`, or empty where there is one table
 */
function albumArtistOf(table: string): string {
  return `coalesce(${table}"album_artist", ${table}"artists"[1], '')`;
}

export function albumKeyOf(table: string): string {
  return `coalesce(left(lower(${table}"album"), ${ALBUM_LETTERS}) || chr(9) || left(lower(${albumArtistOf(table)}), ${ALBUM_LETTERS}), ${UNKNOWN})`;
}
export const genreKey = `coalesce(left(lower("genre"), ${GENRE_LETTERS}), ${UNKNOWN})`;
/** Replaces the key in an index with a second text: both together may be too long for an entry. */
export const genreDigest = `md5(${genreKey})::uuid`;
export const yearKey = `coalesce("year", 0)`;
export const bitrateKey = `coalesce("bitrate_kbps", 0)`;
export const discKey = `coalesce("disc_number", 0)`;
export const trackKey = `coalesce("track_number", 0)`;
