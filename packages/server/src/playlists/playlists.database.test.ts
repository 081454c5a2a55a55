import { playlistSchema, trackSchema, type Playlist } from "@neonrelay/contract";
import { eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { addTestTracks } from "../database/test-database.ts";
import { tracks } from "../library/library-tables.ts";
import { fillLibrary } from "../library/test-library.ts";

let server: TestServer;
let moderator: SignedInBrowser;
let ids: readonly string[];
beforeAll(async () => {
  server = await startTestServer();
  await fillLibrary(server.database, 60);
  moderator = await server.signIn("moderator");
  ids = idsOf((await moderator.call("GET", "/api/tracks?limit=60")).body);
});
afterAll(() => server[Symbol.asyncDispose]());

function idsOf(body: unknown): readonly string[] {
  return z
    .array(trackSchema)
    .parse(body)
    .map(({ id }) => id);
}

async function make(body: object): Promise<Playlist> {
  const { status, body: made } = await moderator.call("POST", "/api/playlists", { body });
  expect(status).toBe(200);
  return playlistSchema.parse(made);
}

async function tracksOf({ id }: Playlist): Promise<readonly string[]> {
  return idsOf((await moderator.call("GET", `/api/playlists/${id}/tracks`)).body);
}

async function change(trackId: string, columns: Partial<typeof tracks.$inferInsert>) {
  await server.database.connection.update(tracks).set(columns).where(eq(tracks.id, trackId));
}

test("a hand-picked playlist has its tracks in the given order, each once", async () => {
  const made = await make({ name: "Picked" });
  const [a = "", b = "", c = ""] = ids;

  const set = await moderator.call("PUT", `/api/playlists/${made.id}/tracks`, {
    body: { trackIds: [c, a, b, a], version: made.version },
  });

  expect(set).toMatchObject({ status: 200, body: { trackCount: 3, version: made.version + 1 } });
  expect(await tracksOf(made)).toEqual([c, a, b]);
  await change(a, { missingSince: new Date() });
  expect(await tracksOf(made)).toEqual([c, b]);
  await change(a, { missingSince: null });
});

test("a smart playlist finds by genre without case and accents, by year, kind and artist, and only what is in rotation", async () => {
  const [first = "", second = "", third = "", fourth = ""] = ids;
  await change(first, { genre: "Ítalo-Disco", year: 1984 });
  await change(second, { genre: "italo-disco", year: 1999 });
  await change(third, { genre: "Italo-Disco", year: 1984, isInRotation: false });
  await change(fourth, { genre: "Italo-disco", year: 1984, contentKind: "jingle" });
  const rule = { kinds: ["music"], genres: ["ITALO-"], yearTo: 1990 };

  const smart = await make({ name: "Eighties", rule });
  const tried = await moderator.call("POST", "/api/playlists/rule", {
    body: { ...rule, kinds: ["music", "jingle"] },
  });

  expect(await tracksOf(smart)).toEqual([first]);
  expect(smart.trackCount).toBe(1);
  expect(tried.body).toMatchObject({ trackCount: 2 });
  const [shown] = z.array(trackSchema).parse((await moderator.call("GET", "/api/tracks")).body);
  const artist = shown?.artist ?? "";
  const byArtist = await make({
    name: "One artist",
    rule: { kinds: ["music"], artists: [artist.toUpperCase()] },
  });
  expect(byArtist.trackCount).toBeGreaterThan(0);
  expect(byArtist.trackCount).toBeLessThan(60);
});

test("a smart playlist by artist has what several artists made together", async () => {
  const artist = { artist: "Ada; Ben", artists: ["Ada", "Ben"], artistKeys: ["ada", "ben"] };
  const [together = "", one = ""] = await addTestTracks(server.database, ["Together", "One"]);
  await change(together, { ...artist, sortKey: "ada; ben\ttogether" });
  const earth = { artist: "Ben; X", artists: ["Ben; X"], artistKeys: ["ben; x"] };
  await change(one, { ...earth, sortKey: "ben; x\tone" });
  const by = async (name: string) =>
    await tracksOf(await make({ name, rule: { kinds: ["music"], artists: [name] } }));

  expect(await by("BEN")).toEqual([together]);
  expect(await by("Ada; Ben")).toEqual([together]);
  expect(await by("Ben; X")).toEqual([one]);
});

test("the list has of each smart playlist what it has alone, however many there are", async () => {
  const rules: readonly object[] = [
    { genres: ["a", "o"] },
    { artists: ["No Such Artist"] },
    { words: ["e"] },
    { addedWithinDays: 1 },
    { notPlayedForDays: 7 },
    { favouritesAtLeast: 1 },
    { loudestLufs: -8, quietestLufs: -20 },
    ...Array.from({ length: 6 }, (_none, decade) => ({ yearFrom: 1970 + 10 * decade })),
  ];
  const made: Playlist[] = [];
  for (const [index, rule] of rules.entries())
    made.push(await make({ name: `Rule ${index}`, rule: { kinds: ["music"], ...rule } }));

  const { body } = await moderator.call("GET", "/api/playlists");

  const listed = z.array(playlistSchema).parse(body);
  expect(made.map(({ id }) => listed.find((each) => each.id === id))).toEqual(made);
  expect(new Set(made.map(({ trackCount }) => trackCount)).size).toBeGreaterThan(3);
});

test("a change made by someone else meanwhile is not overwritten", async () => {
  const made = await make({ name: "Shared" });
  const path = `/api/playlists/${made.id}`;

  const first = await moderator.call("PATCH", path, { body: { version: 1, description: "one" } });
  const second = await moderator.call("PATCH", path, { body: { version: 1, description: "two" } });

  expect(first).toMatchObject({ status: 200, body: { description: "one", version: 2 } });
  expect(second).toMatchObject({ status: 409, body: { code: "conflict", field: "version" } });
});

test("bad input is refused with a reason, and nothing is lost", async () => {
  const made = await make({ name: "Whole" });
  const [a = ""] = ids;
  const put = (body: object) => moderator.call("PUT", `/api/playlists/${made.id}/tracks`, { body });
  await put({ trackIds: [a], version: 1 });

  const unknown = await put({ trackIds: [a, randomUUID()], version: 2 });
  const taken = await moderator.call("POST", "/api/playlists", { body: { name: " wHÓLE " } });
  const noTurn = await moderator.call("POST", "/api/playlists", {
    body: { name: "x", turn: { kind: "every-tracks", tracks: 0 } },
  });
  const smart = await make({ name: "By rule", rule: { kinds: ["speech"] } });
  const byHand = await moderator.call("PUT", `/api/playlists/${smart.id}/tracks`, {
    body: { trackIds: [a], version: smart.version },
  });

  expect(unknown).toMatchObject({ status: 404, body: { field: "trackIds" } });
  expect(taken).toMatchObject({ status: 409, body: { code: "name_taken", field: "name" } });
  expect(noTurn).toMatchObject({ status: 400 });
  expect(byHand).toMatchObject({ status: 409 });
  expect(await tracksOf(made)).toEqual([a]);
});

test("removing a playlist keeps its tracks", async () => {
  const made = await make({ name: "Short-lived" });
  const [a = ""] = ids;
  await moderator.call("PUT", `/api/playlists/${made.id}/tracks`, {
    body: { trackIds: [a], version: 1 },
  });

  const removed = await moderator.call("DELETE", `/api/playlists/${made.id}`);
  const again = await moderator.call("DELETE", `/api/playlists/${made.id}`);

  expect([removed.status, again.status]).toEqual([200, 404]);
  expect(idsOf((await moderator.call("GET", "/api/tracks?limit=60")).body)).toContain(a);
});
