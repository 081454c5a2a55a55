/*
 * SQL of what tracks are grouped and sorted by. Indexes are made of these expressions, and only the same ones are found
 * in them; `track_group_keys` in the database has them too. What is not known stands behind all names that begin with
 * a Latin letter, and before all numbers.
 */

/** Letters of a name in keys. An index entry of PostgreSQL holds about 2700 bytes; four bytes a letter stay below it. */
export const ALBUM_LETTERS = 250;
export const GENRE_LETTERS = 500;

const UNKNOWN = "'~'";

export const albumArtist = albumArtistOf("");
export const albumKey = albumKeyOf("");

/**
 * Whose album a track is on: without an album artist that of its first artist, alone or with others.
 * @param table `name.`, or empty where there is one table
 */
function albumArtistOf(table: string): string {
  return `coalesce(${table}"album_artist", ${table}"artists"[1], '')`;
}

export function albumKeyOf(table: string): string {
  return `coalesce(left(lower(${table}"album"), ${ALBUM_LETTERS}) || chr(9) || left(lower(${albumArtistOf(table)}), ${ALBUM_LETTERS}), ${UNKNOWN})`;
}
export const genreKey = `coalesce(left(lower("genre"), ${GENRE_LETTERS}), ${UNKNOWN})`;
/** In place of a key in an index that has another text behind it: the two together may be too long for an entry. */
export const genreDigest = `md5(${genreKey})::uuid`;
export const yearKey = `coalesce("year", 0)`;
export const bitrateKey = `coalesce("bitrate_kbps", 0)`;
export const discKey = `coalesce("disc_number", 0)`;
export const trackKey = `coalesce("track_number", 0)`;
