import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foldText, searchTextOf } from "./track-rules.ts";
import { tracks } from "./library-tables.ts";
import { fillLibrary, wordOf } from "./test-library.ts";
import { addTestTracks, testEngines, type TestDatabase } from "../database/test-database.ts";
import { countTracks, listTracks } from "./track-list-store.ts";
import { beginnings, otherWords, wholeWords } from "./search-rules.ts";
import { searchTracks, selectRanked } from "./track-search-store.ts";
import { learnWords } from "./track-store.ts";

const TRACKS = 20_000;

const everything = {
  filters: {},
  most: null,
  order: { sort: "artist", isDescending: false },
} as const;

/** Adds a track with a known genre and year. */
async function addKnownTrack(
  { database: { connection }, database }: TestDatabase,
  tags: { readonly title: string; readonly genre: string | null; readonly year: number | null },
): Promise<void> {
  const [id = ""] = await addTestTracks(database, [tags.title]);
  const searchText = searchTextOf({ ...tags, artist: "Test Tones", album: null });
  await connection
    .update(tracks)
    .set({ ...tags, searchText })
    .where(eq(tracks.id, id));
  await learnWords(connection, null);
}

describe.each(testEngines)("on $name", (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await engine.open();
    await fillLibrary(opened.database, TRACKS);
    await addTestTracks(opened.database, [
      "!!!",
      "+/-",
      "100%",
      "新東京物語",
      "Synthaxerq",
      "Quokka",
      "Quokkas",
      "Tode",
    ]);
    await addKnownTrack(opened, { title: "Brightwater", genre: "Shoegaze", year: 1957 });
    await addKnownTrack(opened, { title: "Analog Tide", genre: null, year: null });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test.each(["k", "z", "x", "ka", "zo", "qx", "ka ne", wordOf(0), wordOf(40), wordOf(5000)])(
    "a search for %j reads a small part of the library",
    async (words) => {
      const { connection } = opened.database;
      const wanted = words.split(" ");
      const search = selectRanked(connection, {
        narrow: wholeWords(wanted),
        wide: beginnings(wanted),
        others: otherWords(wanted, new Map()),
        without: null,
        rank: 0,
        limit: 50,
      }).getSQL();
      const { rows } = await connection.execute<{ "QUERY PLAN": string }>(
        sql`explain (analyze, buffers) ${search}`,
      );
      const {
        rows: [table],
      } = await connection.execute<{ pages: number }>(
        sql`select (pg_relation_size('tracks') / 8192)::int as pages`,
      );

      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      const [, read] = /Buffers: shared (.*)/.exec(plan) ?? [];
      const pages = [...(read?.matchAll(/(?:hit|read)=(\d+)/g) ?? [])].map(([, n]) => Number(n));
      // A page counts each time it is read, and how many are in the sample depends on random ids.
      const pagesRead = pages.reduce((sum, n) => sum + n, 0);
      expect(pagesRead).toBeGreaterThan(0);
      expect(pagesRead).toBeLessThan((table?.pages ?? 0) / 2);
    },
  );

  test("whole words rank above prefixes, and prefixes above similar words", async () => {
    const { connection } = opened.database;
    const rare = wordOf(5100);

    const found = await searchTracks(connection, rare.slice(0, -1));

    const rankOf = (text: string): number => {
      const words = text.split(" ");
      if (words.includes(rare.slice(0, -1))) return 0;
      return words.some((word) => word.startsWith(rare.slice(0, -1))) ? 1 : 2;
    };
    const ranks = found.map(({ title, artist, album }) => rankOf(`${title} ${artist} ${album}`));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(ranks).toContain(1);
    expect(ranks).toContain(2);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  });

  test("when space is short, tracks with the most similar word come first", async () => {
    const { connection } = opened.database;

    const found = await searchTracks(connection, "synthaxerz");

    expect(await countTracks(connection, { ...everything, folded: "synthaxerz" })).toBeGreaterThan(
      found.length,
    );
    expect(found[0]?.title).toBe("Synthaxerq");
  });

  test.each([
    ["quokka", ["Quokka", "Quokkas"]],
    ["!!!", ["!!!"]],
    ["+/-", ["+/-"]],
    ["+", ["+/-"]],
    ["%", []],
    ["_", []],
    ["東京", ["新東京物語"]],
    ["京", ["新東京物語"]],
    ["新東", ["新東京物語"]],
    ["京東", []],
  ])("a search for %j finds %j, and so does the list", async (text, titles) => {
    const { connection } = opened.database;

    const found = await searchTracks(connection, foldText(text));
    const folded = foldText(text);
    const page = await listTracks(connection, {
      ...everything,
      folded,
      afterId: null,
      offset: 0,
      limit: 9,
      order: { sort: "title", isDescending: false },
    });

    expect(found.map(({ title }) => title)).toEqual(titles);
    expect(page.tracks.map(({ title }) => title)).toEqual(titles);
    expect(await countTracks(connection, { ...everything, folded })).toBe(titles.length);
  });

  test.each([
    ["brightwater shoegaze", "Brightwater"],
    ["brightwater 1957", "Brightwater"],
    ["SHOEGAZE", "Brightwater"],
    ["1957", "Brightwater"],
    ["brigthwater", "Brightwater"],
    ["brihtwatre", "Brightwater"],
    ["analog tyde", "Analog Tide"],
    ["anolgo tide", "Analog Tide"],
  ])("a search for %j matches genre, year and likely spellings", async (text, title) => {
    const { connection } = opened.database;

    const found = await searchTracks(connection, foldText(text));

    expect(found.map((track) => track.title)).toEqual([title]);
    expect(await countTracks(connection, { ...everything, folded: foldText(text) })).toBe(1);
  });

  test.each([
    "ka",
    "ka ne",
    `${wordOf(0)} ${wordOf(1)}`,
    `${wordOf(0)} ${wordOf(5100)}`,
    `${wordOf(0)} ${wordOf(40)} ${wordOf(1).slice(0, 2)}`,
  ])("a limited list of %j has a stable part of the whole list", async (folded) => {
    const { connection } = opened.database;
    const list = { ...everything, folded, afterId: null, offset: 0, limit: TRACKS };

    const whole = await listTracks(connection, list);
    const some = await listTracks(connection, { ...list, most: 200 });
    const page = await listTracks(connection, { ...list, most: 200, offset: 5, limit: 10 });

    expect(some.tracks).toHaveLength(Math.min(whole.tracks.length, 200));
    const wholeIds = new Set(whole.tracks.map(({ id }) => id));
    expect(some.tracks.filter(({ id }) => !wholeIds.has(id))).toEqual([]);
    expect(page.tracks).toEqual(some.tracks.slice(5, 15));
    expect(await countTracks(connection, { ...everything, folded, most: 200 })).toBe(
      some.tracks.length,
    );
  });

  test("of a common word, a limited list reads only the sixteenth of the library in the sample", async () => {
    const { connection } = opened.database;
    const list = { ...everything, folded: wordOf(0), afterId: null, offset: 0, limit: 200 };

    const { tracks: found } = await listTracks(connection, { ...list, most: 200 });

    expect(found).toHaveLength(200);
    expect(found.filter(({ id }) => Number.parseInt(id.slice(0, 2), 16) >= 16)).toEqual([]);
  });

  test("a correctly spelled word is not replaced by another, nor a year by the next", async () => {
    const { connection } = opened.database;

    expect(await searchTracks(connection, "brightwater 1958")).toEqual([]);
    expect((await searchTracks(connection, "tide")).map(({ title }) => title)).toEqual([
      "Analog Tide",
    ]);
  });

  test("the complete list of results is paged, with its total", async () => {
    const { connection } = opened.database;
    const folded = wordOf(200);
    const ids = new Set<string>();
    for (let afterId: string | null = null; ;) {
      const page = await listTracks(connection, {
        ...everything,
        folded,
        afterId,
        offset: 0,
        limit: 500,
        order: { sort: "added", isDescending: true },
      });
      for (const track of page.tracks) ids.add(track.id);
      afterId = page.tracks.at(-1)?.id ?? null;
      if (!page.hasMore) break;
    }

    expect(ids.size).toBeGreaterThan(0);
    expect(ids.size).toBe(await countTracks(connection, { ...everything, folded }));
  });
});
