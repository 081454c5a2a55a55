import { randomUUID } from "node:crypto";
import { artistColumns } from "./artist-rules.ts";
import { searchTextOf, sortKeyOf } from "./track-rules.ts";
import type { Database } from "../database/database.ts";
import { tracks } from "./library-tables.ts";
import { countCommonWords } from "./track-search-store.ts";
import { learnWords } from "./track-store.ts";

const syllables = "ka ne on vel ra di o syn tha wa mi do lu ser pha tor en gri ma zo".split(" ");
const genres = "Synthwave,Electro Pop,House,Techno,Italo Disco,Ambient,Rock".split(",");
const VOCABULARY = 6000;
/** A statement for more tracks may exceed the embedded database's time limit on a busy machine. */
const BATCH_TRACKS = 250;

/**
 * Fills the library with a fixed set of this many tracks: word frequencies as in any language (the n-th word is 1/n as
 * common as the first), ten tracks to an album with one genre and year, about forty to an artist.
 */
export async function fillLibrary(database: Database, count: number): Promise<void> {
  const random = createRandom(7);
  const randomKind = createRandom(8);
  const nameOf = (words: number): string =>
    Array.from({ length: words }, () => wordOf(zipf(random()))).join(" ");
  const artists = Array.from({ length: Math.ceil(count / 40) }, () => nameOf(2));
  for (let first = 0; first < count; first += BATCH_TRACKS) {
    const rows: (typeof tracks.$inferInsert)[] = [];
    let artist = "";
    let album = "";
    let kind = { genre: "", year: 0 };
    for (let index = first; index < Math.min(first + BATCH_TRACKS, count); index += 1) {
      if (index % 10 === 0) {
        artist = artists[Math.floor(random() * artists.length)] ?? "";
        album = nameOf(2);
        const genre = genres[Math.floor(randomKind() ** 2 * genres.length)] ?? "";
        kind = { genre, year: 1970 + Math.floor(randomKind() * 55) };
      }
      const tags = { title: nameOf(1 + Math.floor(random() * 4)), artist, album };
      rows.push({
        id: randomUUID(),
        ...tags,
        ...artistColumns([artist]),
        albumArtists: [],
        path: `/music/${index}.mp3`,
        codec: "mp3",
        bitrateKbps: 192,
        sampleRateHz: 44_100,
        channels: 2,
        durationMs: 180_000 + (index % 1000),
        sizeBytes: 4_000_000 + index,
        modifiedAtMs: 1,
        sortKey: sortKeyOf(tags),
        ...kind,
        searchText: searchTextOf({ ...tags, ...kind }),
      });
    }
    await database.connection.insert(tracks).values(rows);
  }
  await learnWords(database.connection, null);
  // On a busy machine it may exceed the statement limit; a scan would retry, too.
  await countCommonWords(database.connection).catch(() => countCommonWords(database.connection));
}

/** The n-th most common word of the made-up language. */
export function wordOf(n: number): string {
  let word = "";
  for (let rest = n + 1; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length] ?? "";
  return word;
}

function zipf(uniform: number): number {
  return Math.min(Math.floor(VOCABULARY ** uniform) - 1, VOCABULARY - 1);
}

/** Pseudo-random numbers from 0 to 1, the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
