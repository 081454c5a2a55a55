import { sql } from "drizzle-orm";
import type { Connection } from "../packages/server/src/database/database.ts";
import { wordOf } from "../packages/server/src/library/test-library.ts";

/** Tracks beyond this are copies of these. */
export const WRITTEN_TRACKS = 100_000;
const COPIED_AT_ONCE = 1000;

/** @param copy from 1; each has other artists, and is made in the database */
export async function copyTracks(connection: Connection, copy: number): Promise<void> {
  const word = wordOf(100 + copy);
  await connection.execute(sql`insert into library_words values (${word}) on conflict do nothing`);
  for (let first = 0; first < WRITTEN_TRACKS; first += COPIED_AT_ONCE)
    await connection.execute(sql`
      insert into tracks (id, path, title, artist, artists, artist_keys, album_artists, album,
        genre, year, codec, bitrate_kbps, sample_rate_hz, channels,
        duration_ms, size_bytes, modified_at_ms, sort_key, search_text)
      select gen_random_uuid(), path || ${word}, title, artist || ' ' || ${word}, array[artist || ' ' || ${word}],
        array[split_part(sort_key, chr(9), 1) || ' ' || ${word}], album_artists, album, genre, year, codec, bitrate_kbps,
        sample_rate_hz, channels, duration_ms + ${copy}, size_bytes + ${copy}, modified_at_ms,
        split_part(sort_key, chr(9), 1) || ' ' || ${word} || chr(9) || split_part(sort_key, chr(9), 2),
        search_text || ' ' || ${word}
      from tracks where size_bytes >= ${4_000_000 + first} and size_bytes < ${4_000_000 + first + COPIED_AT_ONCE}
        and path like '%.mp3'`);
}
