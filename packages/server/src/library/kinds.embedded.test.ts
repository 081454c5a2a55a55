import { trackSchema, type ContentKind, type KindRule } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { asc, eq } from "drizzle-orm";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { moveBelongings } from "../track-copies/belongings-store.ts";
import { Settings } from "../settings/settings.ts";
import { KindUpdater } from "./kind-updater.ts";
import { tracks } from "./library-tables.ts";
import { Library } from "./library.ts";
import { findTrackByPath, saveTrack, type NewTrack } from "./track-store.ts";
import { fillLibrary } from "./test-library.ts";
import { testMedia } from "../media/test-media.ts";

const log = createLog({ part: "test", level: "silent" });

let server: TestServer;
let admin: SignedInBrowser;
let keeper: KindUpdater;
let ids: readonly string[];
beforeAll(async () => {
  server = await startTestServer();
  await fillLibrary(server.database, 4);
  admin = await server.signIn("admin");
  const { connection } = server.database;
  const rows = await connection.select({ id: tracks.id }).from(tracks).orderBy(asc(tracks.sortKey));
  ids = rows.map(({ id }) => id);
  for (const [index, id] of ids.entries()) {
    const path = `/srv/music/${index < 2 ? "Jingles" : "Songs"}/${index}.mp3`;
    const columns = { path, genre: index === 2 ? "Talk" : null, kindTag: null };
    await connection.update(tracks).set(columns).where(eq(tracks.id, id));
  }
  keeper = new KindUpdater({ ...server, log });
  keeper.start();
});
afterAll(async () => {
  await keeper?.close();
  await server?.[Symbol.asyncDispose]();
});

async function kinds(): Promise<readonly ContentKind[]> {
  const { body } = await admin.call("GET", "/api/tracks?limit=10");
  const kindOf = new Map(
    z
      .array(trackSchema)
      .parse(body)
      .map((one) => [one.id, one.contentKind]),
  );
  return ids.map((id) => kindOf.get(id) ?? "music");
}

async function setRules(kindRules: readonly KindRule[]): Promise<void> {
  const { status } = await admin.call("PUT", "/api/station-settings", { body: { kindRules } });
  expect(status).toBe(200);
}

async function setKind(trackIds: readonly string[], contentKind: ContentKind | "by-rules") {
  const body = { trackIds, contentKind };
  const { status } = await admin.call("PATCH", "/api/tracks/programme", { body });
  expect(status).toBe(200);
}

/** Re-reads a file, as far as its track's row is concerned. */
async function readAgain(id: string, change: Partial<NewTrack>): Promise<void> {
  const { connection } = server.database;
  const [row] = await connection.select().from(tracks).where(eq(tracks.id, id));
  if (row === undefined) throw new Error("there is no such track");
  const {
    createdAt: _at,
    missingSince: _since,
    searchWords: _words,
    isKindByHand: _,
    ...known
  } = row;
  await saveTrack(connection, { ...known, ...change });
}

test("changed rules update the library's kinds, and an operator's choice stays until they hand it back to the rules", async () => {
  const [first = "", second = "", third = ""] = ids;
  const jingles: KindRule = { by: "folder", value: "jingles", kind: "jingle" };
  const talk: KindRule = { by: "genre", value: "talk", kind: "speech" };

  await setRules([jingles, talk]);
  await expect.poll(kinds, { timeout: 60_000 }).toEqual(["jingle", "jingle", "speech", "music"]);

  await setKind([first, third], "spot");
  await setRules([{ ...jingles, kind: "speech" }, talk]);
  await expect.poll(kinds, { timeout: 60_000 }).toEqual(["spot", "speech", "spot", "music"]);

  await readAgain(first, { contentKind: "jingle" });
  await readAgain(second, { contentKind: "jingle" });
  expect(await kinds()).toEqual(["spot", "jingle", "spot", "music"]);

  await setKind([first, second, third], "by-rules");
  expect(await kinds()).toEqual(["speech", "speech", "speech", "music"]);

  await setRules([]);
  await expect.poll(kinds, { timeout: 60_000 }).toEqual(["music", "music", "music", "music"]);
});

test("[W228] the songs of the library, and its size, leave out jingles and spots", async () => {
  const [first = "", second = "", third = ""] = ids;
  await setKind([first], "jingle");
  await setKind([second], "spot");
  await setKind([third], "speech");

  const songs = await admin.call("GET", "/api/tracks?kind=song&sort=title");
  const sizes = [
    await admin.call("GET", "/api/library/stats?kind=song"),
    await admin.call("GET", "/api/library/stats"),
  ];

  expect(
    z
      .array(trackSchema)
      .parse(songs.body)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.slice(2).toSorted());
  expect(songs.headers.get("x-total-count")).toBe("2");
  expect(sizes.map(({ body }) => body)).toMatchObject([{ tracks: 2 }, { tracks: 4 }]);
  await setKind([first, second, third], "by-rules");
});

test("a rule follows its renamed folder, and one that matches nothing is listed in Needs Attention", async () => {
  const { database, events, dataDir } = server;
  const config = { dataDir, musicDirs: [], demoMusic: false };
  const music = path.join(dataDir, "music");
  const settings = await Settings.load(database, events);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => settings.close());
  const library = stack.adopt(
    new Library({ database, events, settings, config, media: testMedia, moveBelongings, log }),
    (owned) => owned.close(),
  );
  await mkdir(path.join(music, "Idents"), { recursive: true });
  await writeFile(path.join(music, "Idents", "call sign.mp3"), "a call sign");
  const typo: KindRule = { by: "folder", value: "Indents", kind: "jingle" };
  await setRules([{ ...typo, value: "idents" }, typo]);
  settings.readAgain();
  await expect.poll(() => settings.current.kindRules).toHaveLength(2);

  await library.importFolder(music, () => {});
  await rename(path.join(music, "Idents"), path.join(music, "Call Signs"));
  await library.importFolder(music, () => {});

  const file = path.join(music, "Call Signs", "call sign.mp3");
  expect(await findTrackByPath(database.connection, file)).toMatchObject({ contentKind: "jingle" });
  expect(settings.current.kindRules).toEqual([{ ...typo, value: "Call Signs" }, typo]);
  expect((await admin.call("GET", "/api/attention")).body).toMatchObject({
    unusedRules: [{ by: "folder", value: "Indents" }],
  });
});

test("a new file gets its kind from the rules, and follows them again once an operator allows it", async () => {
  const { database, events, dataDir } = server;
  const config = { dataDir, musicDirs: [], demoMusic: false };
  await using stack = new AsyncDisposableStack();
  const library = stack.adopt(
    new Library({ database, events, config, media: testMedia, moveBelongings, log }),
    (owned) => owned.close(),
  );
  const file = path.join(dataDir, "music", "Station", "IDs", "call.mp3");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "call");
  await setRules([{ by: "folder", value: "station/ids", kind: "jingle" }]);
  const kindNow = async () => (await findTrackByPath(database.connection, file))?.contentKind;

  await library.importFolder(path.join(dataDir, "music"), () => {});
  const asRead = await kindNow();
  const { id = "" } = (await findTrackByPath(database.connection, file)) ?? {};
  await setKind([id], "music");
  const byHand = await kindNow();
  await setKind([id], "by-rules");

  expect([asRead, byHand, await kindNow()]).toEqual(["jingle", "music", "jingle"]);
});
