import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginnings, wholeWords } from "../library/search-rules.ts";
import { fillLibrary, wordOf } from "./test-library.ts";
import { testEngines, type TestDatabase } from "./test-database.ts";
import { findMatching, listTracks, searchTracks } from "./track-search.ts";

const TRACKS = 20_000;

describe.each(testEngines)("on $name", (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await engine.open();
    await fillLibrary(opened.database, TRACKS);
  }, 120_000);
  afterAll(() => opened[Symbol.asyncDispose]());

  test.each(["k", "z", "x", "ka", "zo", "qx", "ka ne", wordOf(0), wordOf(40), wordOf(5000)])(
    "a search for %j goes along an index",
    async (words) => {
      const { connection } = opened.database;
      for (const query of [wholeWords(words.split(" ")), beginnings(words.split(" "))]) {
        const search = findMatching(connection, query, sql`"sort_key" collate "C"`).getSQL();
        const { rows } = await connection.execute<{ "QUERY PLAN": string }>(sql`explain ${search}`);

        const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
        expect(plan).toMatch(/Index Scan/);
        expect(plan).not.toMatch(/Seq Scan/);
      }
    },
  );

  test("whole words come before words that begin so, and those before words alike", async () => {
    const { connection } = opened.database;
    const rare = wordOf(5100);

    const found = await searchTracks(connection, rare.slice(0, -1));

    const rankOf = (text: string): number => {
      const words = text.split(" ");
      if (words.includes(rare.slice(0, -1))) return 0;
      return words.some((word) => word.startsWith(rare.slice(0, -1))) ? 1 : 2;
    };
    const ranks = found.map(({ searchText }) => rankOf(searchText));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(ranks).toContain(1);
  });

  test("the list of what is found is paged whole, with its number", async () => {
    const { connection } = opened.database;
    const ids = new Set<string>();
    let total = 0;
    for (let afterId: string | null = null; ;) {
      const page = await listTracks(connection, {
        folded: wordOf(200),
        afterId,
        limit: 500,
        sort: "added",
      });
      total = page.total;
      for (const track of page.tracks) ids.add(track.id);
      afterId = page.tracks.at(-1)?.id ?? null;
      if (!page.hasMore) break;
    }

    expect(ids.size).toBe(total);
    expect(total).toBeGreaterThan(0);
  });
});
