import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import type { TestServer } from "../../api/test-server.ts";
import { startTestServer } from "../../api/test-server.ts";
import { addTestTracks } from "../../database/test-database.ts";
import { artistColumns, splitNames } from "../artist-rules.ts";
import { tracks } from "../library-tables.ts";
import { createMilestones, type PageBegin } from "../list-milestones.ts";
import { trackMilestones } from "../track-handlers.ts";
import { listTracks } from "../track-list-store.ts";
import { searchTextOf, sortKeyOf } from "../track-rules.ts";
import { groupMilestones } from "./group-handlers.ts";
import { countChangedGroups } from "./group-counter.ts";
import { listGroups } from "./track-group-store.ts";

interface Tags {
  readonly title: string;
  /** Several artists are joined by '; '. */
  readonly artist: string;
  readonly album: string | null;
  readonly genre: string | null;
  readonly year: number | null;
}

type Song = Tags & Partial<typeof tracks.$inferInsert>;

const songs: readonly Song[] = [
  {
    title: "First Light",
    artist: "Neon Coast",
    album: "Sunset Lines",
    genre: "Synthwave",
    year: 1987,
    discNumber: 2,
    trackNumber: 1,
    artworkName: "a.webp",
  },
  {
    title: "Opening",
    artist: "neon coast",
    album: "sunset lines",
    genre: "synthwave",
    year: 1987,
    discNumber: 1,
    trackNumber: 2,
    durationMs: 1000,
  },
  {
    title: "Duet",
    artist: "Älva",
    album: "Many Hands",
    albumArtist: "Various Artists",
    genre: null,
    year: null,
    ownTags: ["late night", "duets"],
  },
  {
    title: "Trio",
    artist: "!!!",
    album: "Many Hands",
    albumArtist: "Various Artists",
    genre: "Rock",
    year: 2001,
    createdAt: new Date("2024-02-29T23:59:59Z"),
    contentKind: "jingle",
  },
  { title: "Loose", artist: "Кино", album: null, genre: "Rock", year: 2001 },
];

let server: TestServer;
let ids: readonly string[];
beforeAll(async () => {
  server = await startTestServer();
  ids = await addTestTracks(
    server.database,
    songs.map(({ title }) => title),
  );
  for (const [index, song] of songs.entries()) await change(ids[index] ?? "", song);
  await countAll();
});
afterAll(() => server?.[Symbol.asyncDispose]());

async function change(id: string, song: Song): Promise<void> {
  await server.database.connection
    .update(tracks)
    .set({
      ...song,
      ...artistColumns(splitNames(song.artist)),
      sortKey: sortKeyOf(song),
      searchText: searchTextOf(song),
    })
    .where(eq(tracks.id, id));
}

/** Vitest's default of one second is too short on a busy machine. */
const PATIENCE = { timeout: 60_000 };

/** The station's own counter may come first. */
async function countAll(): Promise<void> {
  await vi.waitUntil(async () => {
    await countChangedGroups(server.database, 3);
    const { rows } = await server.database.connection.execute(
      sql`select 1 from changed_track_groups limit 1`,
    );
    return rows.length === 0;
  }, PATIENCE);
}

const rowSchema = z.looseObject({
  id: z.optional(z.string()),
  key: z.optional(z.string()),
  name: z.optional(z.string()),
  title: z.optional(z.string()),
  artist: z.nullish(z.string()),
  tracks: z.optional(z.int()),
});

async function list(address: string): Promise<readonly z.infer<typeof rowSchema>[]> {
  const { status, body } = await server.call("GET", address);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return z.array(rowSchema).parse(body);
}

async function sizes(address: string): Promise<readonly string[]> {
  return (await list(address)).map(
    ({ name, artist, tracks: size }) =>
      `${name}${typeof artist === "string" ? ` by ${artist}` : ""}: ${size}`,
  );
}

async function titles(query: string): Promise<readonly unknown[]> {
  return (await list(`/api/tracks?${query}`)).map(({ title }) => title);
}

test("the library can be browsed by artist, album, genre, year, kind and month, with counts", async () => {
  expect({
    artists: await sizes("/api/library/artists"),
    albums: await sizes("/api/library/albums"),
    genres: await sizes("/api/library/genres"),
    years: await sizes("/api/library/years"),
    kinds: await sizes("/api/library/kinds?sort=tracks"),
  }).toEqual({
    artists: ["!!!: 1", "Älva: 1", "Neon Coast: 2", "Кино: 1"],
    albums: ["Many Hands by Various Artists: 2", "Sunset Lines by Neon Coast: 2"],
    genres: ["Rock: 2", "Synthwave: 2"],
    years: ["1987: 2", "2001: 2"],
    kinds: ["music: 4", "jingle: 1"],
  });
  expect(await sizes("/api/library/added?sort=added")).toContain("2024-02: 1");
});

test("listeners can browse artists and albums; the station's own tags are for operators", async () => {
  const listener = await server.signIn("listener");
  const moderator = await server.signIn("moderator");

  expect((await listener.call("GET", "/api/library/artists")).status).toBe(200);
  expect((await listener.call("GET", "/api/library/tags")).status).toBe(403);
  expect((await moderator.call("GET", "/api/library/tags")).body).toMatchObject([
    { name: "duets", tracks: 1 },
    { name: "late night", tracks: 1 },
  ]);
});

test("each letter has its number of artists and the position of the first", async () => {
  expect(await list("/api/library/letters?of=artist")).toEqual([
    { letter: "#", groups: 1, before: 0 },
    { letter: "A", groups: 1, before: 1 },
    { letter: "N", groups: 1, before: 2 },
    { letter: "…", groups: 1, before: 3 },
  ]);
});

test.each([
  ["artists", "q=coast", ["Neon Coast: 2"]],
  ["artists", "q=ko", []],
  ["artists", "q=k", []],
  ["artists", "q=al", ["Älva: 1"]],
  ["artists", "q=%25", []],
  ["albums", "artist=NEON%20COAST", ["Sunset Lines by Neon Coast: 2"]],
  ["albums", "artist=%C3%84lva", []],
])("searching %s with %s finds %j", async (noun, query, expected) => {
  expect(await sizes(`/api/library/${noun}?${query}`)).toEqual(expected);
});

test.each(["name", "tracks", "added"])(
  "groups are paged by %s without gaps or duplicates",
  async (sort) => {
    const whole = await list(`/api/library/artists?sort=${sort}`);
    const paged: unknown[] = [];
    for (let after = ""; ;) {
      const page = await list(`/api/library/artists?sort=${sort}&limit=1${after}`);
      paged.push(...page);
      const last = page.at(-1)?.key;
      if (last === undefined) break;
      after = `&after=${encodeURIComponent(last)}`;
    }

    expect(paged).toEqual(whole);
    expect(await list(`/api/library/artists?sort=${sort}&offset=2&limit=1`)).toEqual([whole[2]]);
  },
);

test("an album has a year, and a cover from one of its tracks", async () => {
  const [album] = await list("/api/library/albums?q=sunset");

  expect(album).toMatchObject({
    year: 1987,
    durationMs: 62_499,
    letter: "S",
    albumArt: `/api/tracks/${ids[0]}/art?v=a.webp`,
  });
});

test.each([
  ["artist=NEON%20coast", ["First Light", "Opening"]],
  ["artist=Neon", []],
  ["album=sunset%20lines&sort=album", ["Opening", "First Light"]],
  ["album=many%20hands&albumArtist=various%20artists", ["Trio", "Duet"]],
  ["album=many%20hands&albumArtist=neon%20coast", []],
  ["album=many", []],
  ["genre=ROCK", ["Trio", "Loose"]],
  ["year=1987", ["First Light", "Opening"]],
  ["kind=jingle", ["Trio"]],
  ["tag=duets", ["Duet"]],
  ["added=2024-02", ["Trio"]],
  ["genre=rock&kind=music", ["Loose"]],
  ["q=opening&genre=synthwave", ["Opening"]],
])("the list of tracks filtered by %s contains %j", async (query, expected) => {
  const { body, headers } = await server.call("GET", `/api/tracks?${query}`);

  expect(
    z
      .array(rowSchema)
      .parse(body)
      .map(({ title }) => title),
  ).toEqual(expected);
  expect(headers.get("x-total-count")).toBe(String(expected.length));
});

test.each([
  ["albums?limit=1", 2],
  ["albums?limit=1&q=n", 0],
  ["added?limit=1&q=202", 2],
  ["albums?limit=1&q=many", 1],
  ["albums?limit=1&offset=5&q=many", 1],
])("%s reports a total of %i", async (query, total) => {
  const { headers } = await server.call("GET", `/api/library/${query}`);

  expect(headers.get("x-total-count")).toBe(String(total));
});

test.each(["album", "genre", "year", "duration", "bitrate", "added"])(
  "tracks sorted by %s page the same way in both directions",
  async (sort) => {
    const upwards = await titles(`sort=${sort}&order=ascending`);
    const downwards = await titles(`sort=${sort}&order=descending`);
    const paged: unknown[] = [];
    for (let after = ""; ;) {
      const page = await list(`/api/tracks?sort=${sort}&order=ascending&limit=2${after}`);
      if (page.length === 0) break;
      paged.push(...page.map(({ title }) => title));
      after = `&after=${page.at(-1)?.id}`;
    }

    expect(downwards).toEqual(upwards.toReversed());
    expect(paged).toEqual(upwards);
    expect(upwards).toHaveLength(songs.length);
  },
);

test("a page far down the library is the same when found by milestone", async () => {
  const { connection } = server.database;
  const order = { sort: "title", isDescending: true } as const;
  const beginOf = trackMilestones(connection, 2);
  const pageAt = async ({ after, offset }: PageBegin) => {
    const list = { folded: "", filters: {}, most: null, limit: 2, order, afterId: after, offset };
    const page = await listTracks(connection, list);
    return page.tracks.map(({ title }) => title);
  };

  for (const offset of [0, 1, 2, 3, 4, 5, 9])
    expect(await pageAt(await beginOf({ ...order, filters: {} }, offset))).toEqual(
      await pageAt({ after: null, offset }),
    );
  expect(await beginOf({ ...order, filters: {} }, 3)).toMatchObject({ after: ids[1], offset: 1 });
});

test.each(["name", "tracks", "added"] as const)(
  "a page far down the artists by %s is the same when found by milestone",
  async (sort) => {
    const { connection } = server.database;
    const order = { facet: "artist", sort } as const;
    const beginOf = groupMilestones(connection, 2);
    const pageAt = async ({ after, offset }: PageBegin) => {
      const list = { ...order, folded: "", artist: null, most: null, limit: 2 };
      const page = await listGroups(connection, { ...list, afterKey: after, offset });
      return page.map(({ name }) => name);
    };
    const all = await pageAt({ after: null, offset: 0 });

    for (const offset of [0, 1, 2, 3, 9])
      expect(await pageAt(await beginOf(order, offset))).toEqual(
        await pageAt({ after: null, offset }),
      );
    expect(await beginOf(order, 3)).toMatchObject({ offset: 1 });
    expect(all).toHaveLength(2);
  },
);

test("a page far down is still found when its milestone is gone", async () => {
  const rows = ["first", "second"];
  const beginOf = createMilestones({
    list: async () => await Promise.resolve(rows),
    isThere: async (_, row) => await Promise.resolve(row !== "second"),
    nameOf: () => "any",
    nowMs: () => 0,
    rowsBetween: 2,
  });

  expect(await beginOf("any", 3)).toEqual({ after: "first", offset: 1 });
  expect(await beginOf("any", 5)).toEqual({ after: null, offset: 5 });
});

test("unknown values sort after all names and before all numbers", async () => {
  expect((await titles("sort=album")).slice(2)).toEqual(["Opening", "First Light", "Loose"]);
  expect((await titles("sort=genre")).at(-1)).toBe("Duet");
  expect((await titles("sort=year"))[0]).toBe("Duet");
  expect((await titles("sort=duration"))[0]).toBe("Opening");
});

test("groups follow edits, missing files and removed tracks", async () => {
  const [loose = ""] = ids.slice(-1);
  const song = { title: "Loose", artist: "Кино", album: "Ночь", genre: "Rock", year: 2001 };
  await change(loose, { ...song, genre: "Post-Punk" });
  await countAll();
  expect(await sizes("/api/library/genres")).toEqual(["Post-Punk: 1", "Rock: 1", "Synthwave: 2"]);
  expect(await sizes("/api/library/albums?q=ночь")).toEqual(["Ночь by Кино: 1"]);

  await change(loose, { ...song, missingSince: new Date() });
  await countAll();
  expect(await sizes("/api/library/artists?q=кино")).toEqual([]);

  await change(loose, { ...song, missingSince: null });
  await countAll();
  expect(await sizes("/api/library/artists?q=кино")).toEqual(["Кино: 1"]);

  await server.database.connection.delete(tracks).where(eq(tracks.id, loose));
  await countAll();
  expect(await sizes("/api/library/artists?q=кино")).toEqual([]);
});

test("a track with several artists is listed under each, and so is its album", async () => {
  const [id = ""] = ids;
  const song = { title: "First Light", album: "Sunset Lines", genre: null, year: 1987 };
  await change(id, { ...song, artist: "Neon Coast; Vega; Älva", albumArtist: null });
  await countAll();

  expect(await sizes("/api/library/artists")).toEqual([
    "!!!: 1",
    "Älva: 2",
    "Neon Coast: 2",
    "Vega: 1",
  ]);
  for (const artist of ["vega", "neon%20coast", "Neon%20Coast%3B%20Vega%3B%20%C3%84lva"])
    expect(await sizes(`/api/library/albums?artist=${artist}`)).toEqual([
      "Sunset Lines by Neon Coast: 2",
    ]);
  expect(await titles("album=sunset%20lines&albumArtist=neon%20coast")).toEqual([
    "Opening",
    "First Light",
  ]);
  expect(await titles("artist=VEGA")).toEqual(["First Light"]);
  expect(await titles("artist=alva")).toEqual(["Duet", "First Light"]);
  expect(await titles("artist=neon%20coast%3B%20vega%3B%20alva")).toEqual(["First Light"]);
  expect((await server.call("GET", "/api/library/stats")).body).toMatchObject({ artists: 5 });

  await change(id, {
    ...song,
    artist: "Vega",
    albumArtist: "Ann; Ben",
    albumArtists: ["Ann", "Ben"],
  });
  await countAll();
  expect(await sizes("/api/library/artists?q=neon")).toEqual(["neon coast: 1"]);
  expect(await sizes("/api/library/albums?artist=BEN")).toEqual(["Sunset Lines by Ann; Ben: 1"]);
  expect(await sizes("/api/library/albums?artist=Vega")).toEqual([]);
});

test("a name that contains '; ' is one artist", async () => {
  const [id = ""] = ids;
  const one = { artist: "Earth; Wind", artists: ["Earth; Wind"], artistKeys: ["earth; wind"] };
  const song = { title: "First Light", album: null, genre: null, year: null };
  await change(id, { ...song, artist: one.artist });
  await server.database.connection.update(tracks).set(one).where(eq(tracks.id, id));
  await countAll();

  expect(await sizes("/api/library/artists?q=wind")).toEqual(["Earth; Wind: 1"]);
  expect(await titles("artist=Earth%3B%20Wind")).toEqual(["First Light"]);
  expect(await titles("artist=wind")).toEqual([]);
});
