import { defaultBackupPlan, playlistSchema, type SetUp, setUpSchema } from "@neonrelay/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { fillLibrary } from "../library/test-library.ts";
import { playlists } from "../playlists/playlist-tables.ts";

const allMusic = { name: "All music", rule: { kinds: ["music"] } };
const ownJingles = { name: "jingles", rule: { kinds: ["jingle"] } };

let server: TestServer;
let admin: SignedInBrowser;
let moderator: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer({ demoMusic: false });
  admin = await server.signIn("super_admin");
  moderator = await server.signIn("moderator");
});
afterAll(() => server[Symbol.asyncDispose]());

/** The demo's programme, and no answer. */
beforeEach(async () => {
  await server.database.connection.delete(playlists);
  await server.settings.change(() => ({ setUpAnswers: [] }));
  server.events.publish({ type: "demo.created" });
  await expect.poll(names).toEqual(["Jingles", "Music"]);
});

const get = async (): Promise<SetUp> =>
  setUpSchema.parse((await moderator.call("GET", "/api/set-up")).body);
const choose = (...chosen: readonly object[]) =>
  moderator.call("POST", "/api/set-up/programme", { body: { playlists: chosen } });
const listed = async () =>
  z.array(playlistSchema).parse((await moderator.call("GET", "/api/playlists")).body);
const names = async () => (await listed()).map(({ name }) => name);
const named = async (wanted: string) =>
  playlistSchema.parse((await listed()).find(({ name }) => name === wanted));

test("[W230] the demo's playlists are no programme; a chosen one replaces them, and the question is answered", async () => {
  const before = await get();

  const answer = await choose(allMusic);

  expect(before.isProgrammeChosen).toBe(false);
  expect(answer).toMatchObject({ status: 200, body: { isProgrammeChosen: true } });
  expect(await names()).toEqual(["All music"]);
});

test("[W230] no playlist is an answer too, and stays one", async () => {
  await choose();

  expect(await names()).toEqual([]);
  expect((await get()).isProgrammeChosen).toBe(true);
});

test("[W230] a demo playlist of the chosen name stays, and a later choice no longer removes it", async () => {
  const { id } = await named("Jingles");

  await choose(allMusic, ownJingles);
  await choose();

  expect(await names()).toEqual(["All music", "Jingles"]);
  expect((await named("Jingles")).id).toBe(id);
});

test("[W230] a demo playlist that was changed is a programme, and a choice removes nothing changed or used", async () => {
  const [jingles, music] = [await named("Jingles"), await named("Music")];
  await moderator.call("PATCH", `/api/playlists/${jingles.id}`, {
    body: { version: jingles.version, turn: { kind: "off" } },
  });
  const changed = await get();
  const show = await moderator.call("POST", "/api/programme/shows", {
    body: { name: "Night", content: { kind: "playlist", playlistId: music.id } },
  });

  await choose(allMusic, ownJingles);

  expect([changed.isProgrammeChosen, show.status]).toEqual([true, 200]);
  expect(await names()).toEqual(["All music", "Jingles", "Music"]);
  expect((await named("Jingles")).turn).toEqual({ kind: "off" });
});

test("a choice that would make too many playlists is refused, and changes nothing", async () => {
  const row = { order: "shuffled", turn: { kind: "off" }, isSeparated: true } as const;
  const full = Array.from({ length: 200 }, (_, index) => `Own ${index}`);
  await server.database.connection
    .insert(playlists)
    .values(full.map((name) => ({ ...row, id: crypto.randomUUID(), name, nameKey: name })));

  const answer = await choose(allMusic);

  expect(answer).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await names()).toHaveLength(202);
});

test("[W232] each point is done by what a person did, and the list is dismissed for everyone", async () => {
  const fresh = await get();
  const { stationName, timeZone } = server.settings.current;
  await admin.call("PUT", "/api/station-settings", { body: { stationName, timeZone } });
  await fillLibrary(server.database, 1);
  const plan = { ...defaultBackupPlan, isOn: true };
  await admin.call("PUT", "/api/system/backups", { body: plan });
  const done = await get();
  const refused = await moderator.call("POST", "/api/set-up/dismiss");
  await admin.call("POST", "/api/set-up/dismiss");

  const open: SetUp = {
    isNameChosen: false,
    isTimeZoneChosen: false,
    hasOwnMusic: false,
    demoTrackIds: [],
    isProgrammeChosen: false,
    hasBackup: false,
    isDismissed: false,
  };
  expect(fresh).toEqual(open);
  expect(done).toEqual({
    ...open,
    isNameChosen: true,
    isTimeZoneChosen: true,
    hasOwnMusic: true,
    hasBackup: true,
  });
  expect(refused.status).toBe(403);
  expect((await get()).isDismissed).toBe(true);
});
