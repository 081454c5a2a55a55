import {
  addedTracksSchema,
  MAX_PLAYLIST_TRACKS,
  playlistSchema,
  playlistTrackSchema,
  trackSchema,
  type Playlist,
  type PlaylistTrack,
} from "@neonrelay/contract";
import { eq, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { addTestTracks } from "../database/test-database.ts";
import { tracks } from "../library/library-tables.ts";
import { fillLibrary } from "../library/test-library.ts";
import { listEntries } from "./playlist-entry-store.ts";
import { listKeptTracks } from "./playlist-track-store.ts";

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

async function entriesOf({ id }: Playlist): Promise<readonly PlaylistTrack[]> {
  const { body } = await moderator.call("GET", `/api/playlists/${id}/tracks`);
  return z.array(playlistTrackSchema).parse(body);
}

async function entryIdsOf(playlist: Playlist): Promise<readonly string[]> {
  return (await entriesOf(playlist)).map(({ entryId }) => entryId ?? "");
}

async function put({ id }: Playlist, body: object) {
  return await moderator.call("PUT", `/api/playlists/${id}/tracks`, { body });
}

async function add({ id }: Playlist, body: object) {
  return await moderator.call("POST", `/api/playlists/${id}/tracks`, { body });
}

test("a hand-picked playlist keeps the given order and duplicates", async () => {
  const made = await make({ name: "Picked" });
  const [a = "", b = "", c = ""] = ids;

  const set = await put(made, { trackIds: [c, a, b, a], version: made.version });

  expect(set).toMatchObject({ status: 200, body: { trackCount: 4, version: made.version + 1 } });
  expect(await tracksOf(made)).toEqual([c, a, b, a]);
  expect(new Set(await entryIdsOf(made)).size).toBe(4);
  const { body } = await moderator.call("GET", "/api/playlists");
  const listed = z.array(playlistSchema).parse(body);
  expect(listed.find(({ id }) => id === made.id)?.trackCount).toBe(4);
  await change(a, { missingSince: new Date() });
  expect(await tracksOf(made)).toEqual([c, b]);
  await change(a, { missingSince: null });
});

test("one of two entries of a track moves, then is removed; every remaining entry keeps its id", async () => {
  const made = await make({ name: "Rundown" });
  const [song = "", jingle = "", other = "", fresh = ""] = ids;
  await put(made, { trackIds: [song, jingle, other, jingle], version: 1 });
  const [first, second, third, fourth] = await entryIdsOf(made);
  const entries = (...wanted: readonly (string | undefined)[]) =>
    wanted.map((entryId) => ({ entryId }));

  await put(made, { entries: entries(fourth, first, second, third), version: 2 });
  const moved = await entryIdsOf(made);
  await put(made, { entries: entries(fourth, first, third), version: 3 });
  const removed = await tracksOf(made);
  await put(made, { entries: [...entries(fourth), { trackId: fresh }], version: 4 });
  const added = await entriesOf(made);
  // As sent by a caller that only knows tracks.
  await put(made, { trackIds: [fresh, jingle, jingle], version: 5 });

  expect(moved).toEqual([fourth, first, second, third]);
  expect(removed).toEqual([jingle, song, other]);
  expect(added.map(({ id }) => id)).toEqual([jingle, fresh]);
  expect(await entryIdsOf(made)).toEqual([added[1]?.entryId, fourth, expect.any(String)]);
});

test("a track with a missing file stays in its playlist when neighbouring entries change", async () => {
  const made = await make({ name: "Away for a while" });
  const [a = "", away = "", b = "", c = ""] = ids;
  await put(made, { trackIds: [a, away, b], version: 1 });
  await change(away, { missingSince: new Date() });

  const [first, second] = await entryIdsOf(made);
  await put(made, { entries: [{ entryId: second }, { entryId: first }], version: 2 });
  await add(made, { trackIds: [c] });

  const kept = await listKeptTracks(server.database.connection, made.id);
  expect(kept.map(({ id }) => id)).toEqual([b, a, away, c]);
  await change(away, { missingSince: null });
});

test("tracks are appended; those already in the playlist only on request", async () => {
  const made = await make({ name: "Growing" });
  const [a = "", b = "", c = ""] = ids;
  await put(made, { trackIds: [a, b], version: 1 });

  const without = await add(made, { trackIds: [b, c] });
  const again = await add(made, { trackIds: [b, c], addsRepeats: true });

  expect(without).toMatchObject({ status: 200, body: { added: 1, presentIds: [b] } });
  expect(again.body).toMatchObject({ added: 2, presentIds: [b, c], playlist: { trackCount: 5 } });
  expect(await tracksOf(made)).toEqual([a, b, c, b, c]);
  const nothing = await add(made, { trackIds: [a] });
  // So an open editor can still save.
  const { version } = addedTracksSchema.parse(again.body).playlist;
  expect(nothing.body).toMatchObject({ added: 0, presentIds: [a], playlist: { version } });
});

test("a playlist never exceeds its maximum number of tracks, even with concurrent additions", async () => {
  const made = await make({ name: "Full" });
  const many = Array.from({ length: MAX_PLAYLIST_TRACKS - 5 }, (_none, index) => ids[index % 50]);
  await put(made, { trackIds: many, version: 1 });
  const four = { trackIds: ids.slice(0, 4), addsRepeats: true };

  const answers = await Promise.all([add(made, four), add(made, four), add(made, four)]);

  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "conflict",
    error: expect.stringContaining("A playlist can have 10000 tracks, and this would be 10003"),
  });
  expect(await listEntries(server.database.connection, made.id)).toHaveLength(9999);
});

test("a list with a foreign or duplicate entry changes nothing", async () => {
  const [mine, others] = [await make({ name: "Mine" }), await make({ name: "Not mine" })];
  const [a = ""] = ids;
  for (const playlist of [mine, others]) await put(playlist, { trackIds: [a], version: 1 });
  const [[own], [foreign]] = [await entryIdsOf(mine), await entryIdsOf(others)];
  const entry = { entryId: own };

  const strange = await put(mine, { entries: [entry, { entryId: foreign }], version: 2 });
  const twice = await put(mine, { entries: [entry, entry], version: 2 });
  const both = await put(mine, { entries: [entry], trackIds: [a], version: 2 });
  const neither = await put(mine, { version: 2 });

  expect(strange).toMatchObject({ status: 404, body: { code: "not_found", field: "entries" } });
  for (const { status, body } of [twice, both, neither])
    expect({ status, body }).toMatchObject({ status: 400, body: { field: "entries" } });
  expect(await entryIdsOf(mine)).toEqual([own]);
  expect(await entryIdsOf(others)).toEqual([foreign]);
});

test("playlists from before entries had ids keep their tracks and order, and each entry gets an id", async () => {
  const made = await make({ name: "From before" });
  const [a = "", b = "", c = ""] = ids;
  const { connection } = server.database;
  await connection.execute(sql`delete from playlist_tracks`);
  for (const back of [
    "drop index playlist_tracks_playlist_id",
    "alter table playlist_tracks drop column id",
    "alter table playlist_tracks add constraint playlist_tracks_playlist_id_track_id_pk primary key (playlist_id, track_id)",
  ])
    await connection.execute(sql.raw(back));
  for (const [position, trackId] of [c, a, b].entries())
    await connection.execute(
      sql`insert into playlist_tracks (playlist_id, track_id, position) values (${made.id}, ${trackId}, ${position})`,
    );

  const migration = new URL("../../migrations/0059_playlist-entries.sql", import.meta.url);
  for (const statement of (await readFile(migration, "utf8")).split("--> statement-breakpoint"))
    await connection.execute(sql.raw(statement));

  expect(await tracksOf(made)).toEqual([c, a, b]);
  const before = await entryIdsOf(made);
  expect(new Set(before).size).toBe(3);
  await add(made, { trackIds: [a], addsRepeats: true });
  expect(await tracksOf(made)).toEqual([c, a, b, a]);
  expect((await entryIdsOf(made)).slice(0, 3)).toEqual(before);
});

test("a smart playlist matches genres regardless of case and accents, years, kinds and artists, but only tracks in rotation", async () => {
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

test("a smart playlist by artist includes collaborations", async () => {
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

test("the list counts each smart playlist as if it were alone, however many there are", async () => {
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

test("a concurrent change by someone else is not overwritten", async () => {
  const made = await make({ name: "Shared" });
  const path = `/api/playlists/${made.id}`;

  const first = await moderator.call("PATCH", path, { body: { version: 1, description: "one" } });
  const second = await moderator.call("PATCH", path, { body: { version: 1, description: "two" } });

  expect(first).toMatchObject({ status: 200, body: { description: "one", version: 2 } });
  expect(second).toMatchObject({ status: 409, body: { code: "conflict", field: "version" } });
});

test("invalid input is refused with a reason, and nothing is lost", async () => {
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
