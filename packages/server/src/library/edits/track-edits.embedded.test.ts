import {
  trackEditsCalls,
  type EditableTrack,
  type EditPreview,
  type TrackEdit,
} from "@neonrelay/contract";
import { eq, sql } from "drizzle-orm";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../../api/test-server.ts";
import { refuseEach } from "../../database/test-refusing-tables.ts";
import { artistColumns } from "../artist-rules.ts";
import { tracks } from "../library-tables.ts";
import { listKnownFiles } from "../known-file-store.ts";
import { findTrackByPath } from "../track-store.ts";
import { importOwnFolder } from "../../api/test-own-library.ts";

/** Far more than any file here needs, apart from the one that hangs, even at the lowest priority on a busy machine. */
const FILE_LIMIT_MS = 10_000;

let server: TestServer;
let admin: SignedInBrowser;
let folder: string;
beforeAll(async () => {
  server = await startTestServer({}, { fileLimitMs: FILE_LIMIT_MS });
  admin = await server.signIn("admin");
  folder = path.join(server.dataDir, "music", "Neon Coast");
});
afterAll(async () => server?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.connection.execute(sql`delete from tracks`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});

const at = (name: string): string => path.join(folder, name);

/** Writes files and reads them into the library. @returns their ids */
async function addFiles(...names: readonly string[]): Promise<readonly string[]> {
  for (const name of names) await writeFile(at(name), `tags|${name}`);
  await scan();
  return await Promise.all(names.map(idOf));
}

const scan = () => importOwnFolder(server, { folder });

async function idOf(name: string): Promise<string> {
  const track = await findTrackByPath(server.database.connection, at(name));
  if (track === null) throw new Error(`there is no track at ${name}`);
  return track.id;
}

/** Waits until no file is pending; saving an edit started the writing. */
async function writeFiles(): Promise<void> {
  await expect
    .poll(async () => (await edits()).reduce((sum, { files }) => sum + files.waiting, 0), {
      interval: 200,
    })
    .toBe(0);
}

async function edit(body: object): Promise<{ edit: TrackEdit | null; refused: number }> {
  const answer = await admin.call("POST", "/api/tracks/edits", { body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return trackEditsCalls.editTracks.response.parse(answer.body);
}

async function previewOf(body: object): Promise<EditPreview> {
  const answer = await admin.call("POST", "/api/tracks/edits/preview", { body });
  return trackEditsCalls.previewTracksEdit.response.parse(answer.body);
}

async function edits(): Promise<readonly TrackEdit[]> {
  const { body } = await admin.call("GET", "/api/tracks/edits");
  return trackEditsCalls.listTracksEdits.response.parse(body);
}

async function fieldsOf(...trackIds: readonly string[]): Promise<readonly EditableTrack[]> {
  const { body } = await admin.call("POST", "/api/tracks/fields", { body: { trackIds } });
  return trackEditsCalls.getTracksFields.response.parse(body);
}

async function undo(id: number | undefined) {
  return await admin.call("POST", `/api/tracks/edits/${id}/undo`);
}

const set = (to: string | null) => ({ do: "set", to });

test("an edit changes many tracks at once, and its preview shows the changes first", async () => {
  const trackIds = await addFiles("Vega - Rise.mp3", "Vega - Set.mp3", "Outro.mp3");
  const body = {
    trackIds,
    fileNameMask: "%artist% - %title%",
    changes: { genre: set("Synthwave"), year: 2019, ownTags: { do: "add", tags: ["summer"] } },
  };

  const preview = await previewOf(body);
  const before = await fieldsOf(...trackIds);
  const { edit: made, refused } = await edit(body);

  expect(preview).toMatchObject({ changed: 2, unchanged: 0, refused: 1 });
  expect(preview.problems).toEqual([
    {
      trackId: trackIds[2],
      title: "Outro",
      problem: "Its file name does not match the mask",
    },
  ]);
  expect(preview.tracks[0]?.changes).toEqual([
    { field: "title", before: "Vega - Rise", after: "Rise" },
    { field: "artist", before: "Tester", after: "Vega" },
    { field: "genre", before: null, after: "Synthwave" },
    { field: "year", before: null, after: "2019" },
    { field: "ownTags", before: null, after: "summer" },
  ]);
  expect(before.map(({ title }) => title)).toEqual(["Vega - Rise", "Vega - Set", "Outro"]);
  expect({ tracks: made?.tracks, refused }).toEqual({ tracks: 2, refused: 1 });
  expect(await fieldsOf(...trackIds)).toMatchObject([
    { title: "Rise", artist: "Vega", genre: "Synthwave", year: 2019, ownTags: ["summer"] },
    { title: "Set", artist: "Vega" },
    { title: "Outro", artist: "Tester", genre: null, ownTags: [] },
  ]);
  const found = await admin.call("GET", "/api/tracks/search?q=synthwave");
  expect(z.array(z.object({ title: z.string() })).parse(found.body)).toHaveLength(2);
});

test("fields set by an operator survive a re-read of the file; all others follow the file", async () => {
  const [id = ""] = await addFiles("Rise.mp3");
  await edit({ trackIds: [id], changes: { artist: set("Vega"), year: 2019 } });

  await writeFile(at("Rise.mp3"), "new tags|Rise.mp3");
  await scan();

  expect(await fieldsOf(id)).toMatchObject([
    { title: "Rise", artist: "Vega", year: 2019, fieldsByHand: ["artist", "year"] },
  ]);
  const found = await admin.call("GET", "/api/tracks/search?q=vega");
  expect(z.array(z.object({ id: z.string() })).parse(found.body)).toMatchObject([{ id }]);
  expect(await listKnownFiles(server.database.connection)).toHaveLength(1);
});

test("undo restores every field that has not changed since, and only once", async () => {
  const trackIds = await addFiles("a.mp3", "b.mp3");
  const first = await edit({ trackIds, changes: { genre: set("Rock"), contentKind: "jingle" } });
  await edit({ trackIds: trackIds.slice(0, 1), changes: { genre: set("Pop") } });

  const undone = await undo(first.edit?.id);

  expect(undone.body).toMatchObject({ kept: 1, edit: { isUndone: true } });
  expect(await fieldsOf(...trackIds)).toMatchObject([
    { genre: "Pop", contentKind: "music", fieldsByHand: ["genre"] },
    { genre: null, contentKind: "music", fieldsByHand: [] },
  ]);
  expect((await undo(first.edit?.id)).status).toBe(409);
  expect((await undo(999_999)).status).toBe(404);
});

test("several artists are edited as one text, and undo restores a name with '; ' as one artist", async () => {
  const [id = ""] = await addFiles("Rise.mp3");
  const artists = ["Earth; Wind", "Ada"];
  await server.database.connection
    .update(tracks)
    .set({ ...artistColumns(artists), albumArtist: "X; Y", albumArtists: ["X; Y"] })
    .where(eq(tracks.id, id));

  const first = await edit({
    trackIds: [id],
    changes: {
      artist: set("Ben;  Cem"),
      albumArtist: set("X; Y"),
      isrc: set("de-a45-17-00003; DEA451700004"),
    },
  });
  const [edited] = await fieldsOf(id);
  await undo(first.edit?.id);
  const [undone] = await fieldsOf(id);

  expect(edited).toMatchObject({
    artist: "Ben; Cem",
    artists: ["Ben", "Cem"],
    albumArtists: ["X", "Y"],
    isrc: "DEA451700003; DEA451700004",
  });
  expect(undone).toMatchObject({
    artist: "Earth; Wind; Ada",
    artists,
    albumArtist: "X; Y",
    albumArtists: ["X; Y"],
    isrc: null,
  });
});

test("re-reading a file keeps the artists that an operator set", async () => {
  const [id = ""] = await addFiles("Rise.mp3");
  await edit({ trackIds: [id], changes: { artist: set("Ben; Cem") } });
  await server.database.connection.update(tracks).set({ sizeBytes: 1 }).where(eq(tracks.id, id));

  await scan();

  expect((await fieldsOf(id))[0]).toMatchObject({
    artists: ["Ben", "Cem"],
    fieldsByHand: ["artist"],
  });
  expect(
    await server.database.connection.select({ keys: tracks.artistKeys }).from(tracks),
  ).toContainEqual({
    keys: ["ben", "cem"],
  });
});

test("an edit is written into the files, which keep their mode and stay the same tracks", async () => {
  const trackIds = await addFiles("Rise.mp3", "poor.mp3");
  await chmod(at("Rise.mp3"), 0o640);
  const changes = {
    artist: set("Vega"),
    albumArtist: set("Various"),
    ownTags: { do: "set", tags: ["x"] },
  };

  const { edit: made } = await edit({ trackIds, changes, writesFiles: true });
  await writeFiles();
  const [written] = await edits();

  expect(await readFile(at("Rise.mp3"), "utf8")).toBe(
    '{"artists":["Vega"],"albumArtists":["Various"]}|Rise.mp3',
  );
  expect((await stat(at("Rise.mp3"))).mode & 0o777).toBe(0o640);
  expect(await readdir(folder)).toEqual(expect.not.arrayContaining([expect.stringMatching(/^\./)]));
  expect(written?.files).toEqual({ waiting: 0, written: 2, failed: 0, withoutUndo: 0 });
  expect(written?.failures).toEqual([
    {
      trackId: trackIds[1],
      title: "poor",
      reason: "The library keeps what this file can't hold as it is: album artist",
    },
  ]);
  expect(await fieldsOf(...trackIds)).toMatchObject([
    { artist: "Vega", fieldsByHand: [] },
    { artist: "Vega", fieldsByHand: ["albumArtist"] },
  ]);

  // The file has the values now, so it is followed again, as the same track.
  await scan();
  expect(await idOf("Rise.mp3")).toBe(trackIds[0]);

  await undo(made?.id);
  await writeFiles();
  expect(await readFile(at("Rise.mp3"), "utf8")).toBe("tags|Rise.mp3");
  expect((await fieldsOf(...trackIds))[0]).toMatchObject({ artist: "Tester", fieldsByHand: [] });
});

test("a file that can't be written is left alone with a reason, and the edit stays in the library", async () => {
  const [id = ""] = await addFiles("Rise.mp3");
  const { connection } = server.database;
  await connection.execute(sql`update tracks set missing_since = now() where id = ${id}`);

  await edit({ trackIds: [id], changes: { artist: set("Vega") }, writesFiles: true });
  await writeFiles();
  const [made] = await edits();

  expect(made?.files).toEqual({ waiting: 0, written: 0, failed: 1, withoutUndo: 0 });
  expect(made?.failures).toMatchObject([{ reason: "The file is not there" }]);
  expect(await readFile(at("Rise.mp3"), "utf8")).toBe("tags|Rise.mp3");
  expect(await fieldsOf(id)).toMatchObject([{ artist: "Vega", fieldsByHand: ["artist"] }]);
});

test.for([
  ["crashes its process", "crash.mp3", /^Reading it crashed the decoder/],
  [
    "keeps its process for ever",
    "hang.mp3",
    /^Writing its tags took longer than 10 s, so the file/,
  ],
] as const)(
  "a file that %s fails and leaves nothing behind, and the others are written",
  async ([, name, reason]) => {
    const { connection } = server.database;
    await addFiles("stand-in.mp3", "fine.mp3");
    // Written only now: reading it into the library would crash or hang as well.
    await writeFile(at(name), `tags|${name}`);
    await connection.execute(
      sql`update tracks set path = ${at(name)} where path = ${at("stand-in.mp3")}`,
    );
    await rm(at("stand-in.mp3"));
    const trackIds = [await idOf(name), await idOf("fine.mp3")];

    await edit({ trackIds, changes: { artist: set("Vega") }, writesFiles: true });
    await writeFiles();
    const [made] = await edits();

    expect(made?.files).toEqual({ waiting: 0, written: 1, failed: 1, withoutUndo: 0 });
    expect(made?.failures.map((failure) => failure.reason)).toEqual([
      expect.stringMatching(reason),
    ]);
    expect(await readFile(at(name), "utf8")).toBe(`tags|${name}`);
    expect((await readdir(folder)).toSorted()).toEqual(["fine.mp3", name].toSorted());
  },
);

test.each([
  [{ changes: { title: { do: "replace", find: "(", by: "pattern", to: "" } } }, "changes.title"],
  [{ fileNameMask: "%mood%" }, "fileNameMask"],
])("an impossible edit is refused by its field: %j", async (change, field) => {
  const trackIds = await addFiles("a.mp3");

  const body = { trackIds, ...change };
  const answers = [
    await admin.call("POST", "/api/tracks/edits", { body }),
    await admin.call("POST", "/api/tracks/edits/preview", { body }),
  ];

  expect(answers).toMatchObject([
    { status: 400, body: { code: "invalid_request", field } },
    { status: 400, body: { code: "invalid_request", field } },
  ]);
});

test("the last fifty edits are kept", async () => {
  const [id = ""] = await addFiles("a.mp3");
  await server.database.connection.execute(sql`
    insert into track_edits (edited_by, fields)
    select 'someone', array['year'] from generate_series(1, 60)`);
  const { edit: newest } = await edit({ trackIds: [id], changes: { year: 1950 } });

  const left = await edits();
  expect(left).toHaveLength(50);
  expect(left[0]?.id).toBe(newest?.id);
});

test("an edit or undo that fails at any table leaves the track unchanged", async () => {
  const [id = ""] = await addFiles("a.mp3");
  const body = { trackIds: [id], changes: { year: 1969, label: set("Vega") } };
  const tables = ["tracks", "library_words", "track_edits", "edited_tracks"];
  const failed = Object.fromEntries(tables.map((table) => [table, 500]));
  const change = async () => (await admin.call("POST", "/api/tracks/edits", { body })).status;

  expect(await refuseEach(server.database, tables, change)).toEqual(failed);
  expect(await fieldsOf(id)).toMatchObject([{ year: null, label: null }]);
  const { edit: made } = await edit(body);
  const takeBack = async () => (await undo(made?.id)).status;
  expect(await refuseEach(server.database, tables, takeBack)).toEqual(failed);

  expect(await fieldsOf(id)).toMatchObject([{ year: 1969, label: "Vega" }]);
});
