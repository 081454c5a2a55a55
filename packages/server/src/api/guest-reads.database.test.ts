import {
  MAX_PLAYLIST_TRACKS,
  MAX_VISITOR_FOUND,
  MAX_VISITOR_MATCHES,
  MAX_VISITOR_OFFSET,
  playlistSchema,
} from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testEngines } from "../database/test-database.ts";
import { countChangedGroups } from "../library/groups/group-counter.ts";
import { fillLibrary } from "../library/test-library.ts";
import { dearGuestReads } from "./test-guest-reads.ts";
import { countReads } from "./test-read-pages.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

const TRACKS = 20_000;
/** Rows of tables and indexes: a seventh of the library, for any request of a guest. */
const MAX_ROWS = 3000;
const MAX_PAGES = 2500;
const PATIENCE = { timeout: 60_000 };

let server: TestServer;
let reads: ReturnType<typeof countReads>;
beforeAll(async () => {
  const [engine] = testEngines;
  server = await startTestServer({}, engine && { engine });
  const { connection } = server.database;
  await fillLibrary(server.database, TRACKS);
  // The station counts on its own, too; whichever comes first.
  await vi.waitUntil(async () => {
    await countChangedGroups(server.database, 4000);
    const left = await connection.execute(sql`select 1 from changed_track_groups limit 1`);
    return left.rows.length === 0;
  }, PATIENCE);
  for (const table of ["tracks", "track_groups", "library_words"])
    await connection.execute(sql`analyze ${sql.identifier(table)}`);
  reads = countReads(server.database);
}, 300_000);
afterAll(() => server?.[Symbol.asyncDispose]());

/** What a call reads. The station reads in the background, so take the minimum of several calls. */
async function readBy(address: string) {
  const guest = server.guest();
  const all = [];
  for (let round = 0; round < 3; round += 1) {
    reads.takeAll();
    const { status } = await guest.call("GET", address);
    all.push({ status, ...reads.takeAll() });
  }
  return {
    status: all.at(-1)?.status,
    rows: Math.min(...all.map(({ rows }) => rows)),
    pages: Math.min(...all.map(({ pages }) => pages)),
  };
}

test("[D1] every read of a guest touches a bounded part of the library", async () => {
  const tooDear = [];
  for (const { address } of dearGuestReads(Date.now())) {
    const read = await readBy(address);
    if (read.status !== 200 || read.rows > MAX_ROWS || read.pages > MAX_PAGES)
      tooDear.push({ address, ...read });
  }

  expect(tooDear).toEqual([]);
}, 300_000);

test("[D2] a guest can skip a bounded number of rows, and continues with `after`", async () => {
  const { call } = server.guest();
  const tooFar = `offset=${MAX_VISITOR_OFFSET + 1}`;

  for (const path of ["/api/tracks", "/api/library/artists", "/api/library/albums"])
    expect(await call("GET", `${path}?${tooFar}`)).toMatchObject({
      status: 400,
      body: { field: "offset", error: expect.stringContaining("`after`") },
    });
  const last = await call("GET", `/api/tracks?limit=1&offset=${MAX_VISITOR_OFFSET}`);
  const link = last.headers.get("link")?.match(/<(.*)>/)?.[1] ?? "";
  const next = await call("GET", link);
  const operator = await server.signIn("admin");
  const same = await operator.call("GET", `/api/tracks?limit=1&${tooFar}`);
  expect(last.status).toBe(200);
  expect(next.body).toEqual(same.body);
});

test("[D3] a guest's search finds a limited number of tracks in any order, an operator's all of them", async () => {
  const { call } = server.guest();
  const operator = await server.signIn("admin");
  const found = async (by: typeof call, query: string) => {
    const { headers } = await by("GET", `/api/tracks?limit=1&${query}`);
    return Number(headers.get("x-total-count"));
  };

  for (const [query, most] of [
    ["q=synthwave", MAX_VISITOR_MATCHES],
    ["genre=Synthwave&sort=title", MAX_VISITOR_FOUND],
    ["kind=music&sort=added", MAX_VISITOR_FOUND],
  ] as const) {
    expect(await found(call, query)).toBe(most);
    expect(await found(operator.call, query)).toBeGreaterThan(most);
  }
  // By artist, an index has them in order.
  expect(await found(call, "genre=Synthwave")).toBe(await found(operator.call, "genre=Synthwave"));
});

test("[D3] a listener sees a limited number of a playlist's tracks, an operator all of them", async () => {
  const operator = await server.signIn("admin");
  const listener = await server.signIn("listener");
  const made = await operator.call("POST", "/api/playlists", {
    body: { name: "All music", rule: { kinds: ["music"] } },
  });
  const path = `/api/playlists/${playlistSchema.parse(made.body).id}/tracks`;

  expect((await listener.call("GET", path)).body).toHaveLength(MAX_VISITOR_FOUND);
  expect((await operator.call("GET", path)).body).toHaveLength(MAX_PLAYLIST_TRACKS);
});
