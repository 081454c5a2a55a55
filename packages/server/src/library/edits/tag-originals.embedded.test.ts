import { trackEditsCalls, type TrackEdit } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type SignedInBrowser, type TestServer } from "../../api/test-server.ts";
import { findTrackByPath } from "../track-store.ts";
import { importOwnFolder } from "../../api/test-own-library.ts";

const MB = 1024 * 1024;
const CHANGED_SINCE = "The file has changed since this edit";
const NOT_KEPT =
  "Its original is no longer kept: the file keeps this edit, and the library has undone it";

let server: TestServer;
let admin: SignedInBrowser;
let folder: string;
let originals: string;
beforeAll(async () => {
  server = await startTestServer({}, { fileLimitMs: 10_000 });
  admin = await server.signIn("admin");
  folder = path.join(server.dataDir, "music", "Neon Coast");
  originals = path.join(server.dataDir, "tag-originals");
});
afterAll(async () => server?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.settings.change(() => ({ tagOriginalsMegabytes: 2048 }));
  await server.database.connection.execute(sql`delete from track_edits`);
  await server.database.connection.execute(sql`delete from tracks`);
  await rm(folder, { recursive: true, force: true });
  await rm(originals, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});

const at = (name: string): string => path.join(folder, name);
const textOf = async (name: string): Promise<string> => await readFile(at(name), "utf8");
const set = (to: string) => ({ do: "set", to });

/** Writes files and reads them into the library. @returns their ids */
async function addFiles(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const [name, text] of Object.entries(files)) await writeFile(at(name), text);
  await importOwnFolder(server, { folder });
  return await Promise.all(
    Object.keys(files).map(async (name) => {
      const track = await findTrackByPath(server.database.connection, at(name));
      return track?.id ?? "none";
    }),
  );
}

async function edits(): Promise<readonly TrackEdit[]> {
  const { body } = await admin.call("GET", "/api/tracks/edits");
  return trackEditsCalls.listTracksEdits.response.parse(body);
}

/** Waits until no file is pending. */
async function written(): Promise<void> {
  await expect
    .poll(async () => (await edits()).reduce((sum, { files }) => sum + files.waiting, 0), {
      interval: 100,
      timeout: 120_000,
    })
    .toBe(0);
}

/** Saves an edit and writes it into the files. @returns its id */
async function write(trackIds: readonly string[], changes: object): Promise<number> {
  const body = { trackIds, changes, writesFiles: true, mayLoseOriginals: true };
  const answer = await admin.call("POST", "/api/tracks/edits", { body });
  const { edit } = trackEditsCalls.editTracks.response.parse(answer.body);
  await written();
  return edit?.id ?? 0;
}

async function undo(id: number): Promise<TrackEdit | undefined> {
  const { status } = await admin.call("POST", `/api/tracks/edits/${id}/undo`);
  expect(status).toBe(200);
  await written();
  return (await edits()).find((edit) => edit.id === id);
}

async function keptRecords(): Promise<readonly string[]> {
  return (await readdir(originals).catch(() => [])).filter((name) => name !== "pictures");
}

async function fieldsOf(trackId = "") {
  const { body } = await admin.call("POST", "/api/tracks/fields", {
    body: { trackIds: [trackId] },
  });
  return trackEditsCalls.getTracksFields.response.parse(body)[0];
}

test("undo restores the file byte for byte, with its mode, and drops the original", async () => {
  const [id = ""] = await addFiles({ "a.mp3": "first tags|sound" });
  await chmod(at("a.mp3"), 0o640);
  const edit = await write([id], { artist: set("Vega") });
  const [between, records] = [await textOf("a.mp3"), await keptRecords()];

  const undone = await undo(edit);

  expect(between).toBe('{"artists":["Vega"]}|sound');
  expect(records).toEqual([`${edit}-${id}.gz`]);
  expect(await textOf("a.mp3")).toBe("first tags|sound");
  expect((await stat(at("a.mp3"))).mode & 0o777).toBe(0o640);
  expect(undone).toMatchObject({ isUndone: true, files: { waiting: 0, failed: 0 }, failures: [] });
  // The original is dropped once the database records that its file is restored.
  await expect.poll(keptRecords).toEqual([]);
  expect(await fieldsOf(id)).toMatchObject({ artist: "Tester", fieldsByHand: [] });
});

test("two edits are undone one after the other, each byte for byte", async () => {
  const [id = ""] = await addFiles({ "a.mp3": "first tags|sound" });
  const first = await write([id], { artist: set("Vega") });
  const between = await textOf("a.mp3");
  const second = await write([id], { artist: set("Deneb") });

  await undo(second);
  expect(await textOf("a.mp3")).toBe(between);
  await undo(first);

  expect(await textOf("a.mp3")).toBe("first tags|sound");
});

test("undoing an edit under a later one changes the library and names the file, which follows once the later one is undone", async () => {
  const [id = ""] = await addFiles({ "a.mp3": "first tags|sound" });
  const first = await write([id], { artist: set("Vega"), year: 1990 });
  const second = await write([id], { artist: set("Deneb") });
  const both = await textOf("a.mp3");

  const undone = await undo(first);
  const [file, fields] = [await textOf("a.mp3"), await fieldsOf(id)];
  await undo(second);

  expect(undone?.failures).toEqual([{ trackId: id, title: "a", reason: CHANGED_SINCE }]);
  expect(file).toBe(both);
  expect(fields).toMatchObject({ artist: "Deneb", year: null, fieldsByHand: ["year"] });
  expect(await textOf("a.mp3")).toBe("first tags|sound");
  expect((await edits()).flatMap(({ failures }) => failures)).toEqual([]);
  // Undo kept the first edit's value in the library, but the file says something else.
  expect(await fieldsOf(id)).toMatchObject({ artist: "Vega", fieldsByHand: ["artist"] });
});

test("a file that has changed since is named and left alone", async () => {
  const [id = "", other = ""] = await addFiles({ "a.mp3": "tags|a", "b.mp3": "tags|b" });
  const edit = await write([id, other], { artist: set("Vega") });
  await writeFile(at("a.mp3"), "retagged elsewhere|a");

  const undone = await undo(edit);

  expect(undone?.failures).toEqual([{ trackId: id, title: "a", reason: CHANGED_SINCE }]);
  expect(await textOf("a.mp3")).toBe("retagged elsewhere|a");
  expect(await textOf("b.mp3")).toBe("tags|b");
});

test("the oldest originals make room for newer ones, and undoing their edits names the files left as they are", async () => {
  const large = "x".repeat(0.6 * MB);
  const [a = "", b = ""] = await addFiles({ "a.mp3": `${large}|a`, "b.mp3": `${large}|b` });
  await server.settings.change(() => ({ tagOriginalsMegabytes: 1 }));
  const first = await write([a], { artist: set("Vega") });

  const second = await write([b], { artist: set("Vega") });
  const [newest, oldest] = await edits();
  const records = await keptRecords();
  const undone = await undo(first);

  expect([newest?.files.withoutUndo, oldest?.files.withoutUndo]).toEqual([0, 1]);
  expect(records).toEqual([`${second}-${b}.gz`]);
  expect(undone).toMatchObject({ failures: [{ trackId: a, title: "a", reason: NOT_KEPT }] });
  expect(await textOf("a.mp3")).toBe('{"artists":["Vega"]}|a');
  expect(await fieldsOf(a)).toMatchObject({ artist: "Tester", fieldsByHand: ["artist"] });
});

test("edits saved at the same time never keep more than the limit", async () => {
  const large = "x".repeat(0.3 * MB);
  const names = ["a", "b", "c", "d", "e", "f"];
  const ids = await addFiles(
    Object.fromEntries(names.map((name) => [`${name}.mp3`, `${large}|${name}`])),
  );
  await server.settings.change(() => ({ tagOriginalsMegabytes: 1 }));

  await Promise.all(ids.map((id) => write([id], { artist: set("Vega") })));

  expect(await keptRecords()).toHaveLength(3);
  const without = (await edits()).filter(({ files }) => files.withoutUndo === 1);
  expect([without.length, (await edits()).length]).toEqual([3, 6]);
});

test("an edit whose originals don't fit is announced, before saving, as not undoable in the files", async () => {
  const [id = ""] = await addFiles({ "a.mp3": `${"x".repeat(1.5 * MB)}|a` });
  await server.settings.change(() => ({ tagOriginalsMegabytes: 1 }));
  const before = await textOf("a.mp3");
  const body = { trackIds: [id], changes: { artist: set("Vega") }, writesFiles: true };

  const asked = await admin.call("POST", "/api/tracks/edits", { body });
  const left = [await textOf("a.mp3"), (await fieldsOf(id))?.artist, (await edits()).length];
  const edit = await write([id], { artist: set("Vega") });
  const [saved] = await edits();
  const undone = await undo(edit);

  expect(asked).toMatchObject({
    status: 409,
    body: {
      code: "conflict",
      error:
        "Undo in the files won't be possible: it may need 2 MB, and Settings, Streaming gives it 1 MB",
    },
  });
  expect(left).toEqual([before, "Tester", 0]);
  expect(saved?.files).toEqual({ waiting: 0, written: 1, failed: 0, withoutUndo: 1 });
  expect(undone?.failures).toMatchObject([{ reason: NOT_KEPT }]);
  expect(await textOf("a.mp3")).toBe('{"artists":["Vega"]}|a');
  expect(await keptRecords()).toEqual([]);
});

test("pictures that no original needs are removed", async () => {
  const ids = await addFiles({ "a.mp3": "pictureRed|a", "b.mp3": "pictureRed pictureBlue|b" });
  const first = await write(ids.slice(0, 1), { artist: set("Vega") });
  const second = await write(ids.slice(1), { artist: set("Vega") });
  const pictures = async () => (await readdir(path.join(originals, "pictures"))).toSorted();
  expect(await pictures()).toEqual(["pictureBlue", "pictureRed"]);

  await undo(second);
  await expect.poll(pictures).toEqual(["pictureRed"]);
  await undo(first);
  await expect.poll(pictures).toEqual([]);
  expect(await textOf("b.mp3")).toBe("pictureRed pictureBlue|b");
});

test("the fifty-first edit drops the original of the oldest", async () => {
  const [id = ""] = await addFiles({ "a.mp3": "tags|a" });
  await write([id], { artist: set("Vega") });
  const before = await keptRecords();
  await server.database.connection.execute(sql`
    insert into track_edits (edited_by, fields)
    select 'someone', array['year'] from generate_series(1, 50)`);

  await admin.call("POST", "/api/tracks/edits", {
    body: { trackIds: [id], changes: { year: 1950 } },
  });

  expect(before).toHaveLength(1);
  await expect.poll(keptRecords).toEqual([]);
});

test.each(["goes on", "is undone"])(
  "a write cut off after the new file was in place %s, and the true original is kept",
  async (how) => {
    const [id = "", other = ""] = await addFiles({ "a.mp3": "tags|a", "b.mp3": "tags|b" });
    const edit = await write([id], { artist: set("Vega") });
    await server.database.connection.execute(
      sql`update edited_tracks set file_state = 'waiting' where edit_id = ${edit}`,
    );
    if (how === "goes on") await write([other], { year: 1950 });

    const undone = await undo(edit);

    expect(undone?.failures).toEqual([]);
    expect(await textOf("a.mp3")).toBe("tags|a");
    expect(await fieldsOf(id)).toMatchObject({ artist: "Tester", fieldsByHand: [] });
  },
);

test("originals missing after a restored backup are not promised", async () => {
  const [id = "", other = ""] = await addFiles({ "a.mp3": "tags|a", "b.mp3": "tags|b" });
  const edit = await write([id], { artist: set("Vega") });
  await rm(originals, { recursive: true });

  await write([other], { year: 1950 });
  const known = (await edits()).find((one) => one.id === edit);

  expect(known?.files.withoutUndo).toBe(1);
  expect((await undo(edit))?.failures).toMatchObject([{ reason: NOT_KEPT }]);
});
