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
/** A statement of more takes longer than the embedded database may when the machine is busy. */
const BATCH_TRACKS = 250;

/**
 * Fills the library with this many tracks, always the same ones: words as common as in any language (the n-th word
 * a n-th as often as the first), ten tracks to an album of one genre and year, some forty to an artist.
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
  // On a machine with much to do it may take longer than a statement may; a scan would do it again, too.
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

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
