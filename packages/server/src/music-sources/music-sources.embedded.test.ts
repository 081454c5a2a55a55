import { musicSourceSchema, playlistSchema, playlistTrackSchema } from "@neonrelay/contract";
import { createLogTo } from "@neonrelay/process/log";
import { eq, isNotNull, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { createStationEvents, type StationEvents } from "../events/station-events.ts";
import { FileIntake } from "../library/file-intake.ts";
import { tracks } from "../library/library-tables.ts";
import { fillLibrary } from "../library/test-library.ts";
import { measureLibrary, randomTracks } from "../library/track-store.ts";
import { mediaDefaults, type MediaRun } from "../media/media-runner.ts";
import { appendQueueItems, listQueueItems } from "../queue/queue-store.ts";
import {
  countSourceTracks,
  findSource,
  insertSource,
  listSources,
  saveSource,
} from "./music-source-store.ts";
import { musicSourceTracks } from "./music-source-tables.ts";
import { MusicSources } from "./music-sources.ts";
import { cacheFolderOf } from "./source-cache.ts";
import { fail, testAccount, TestSubsonic, testWave } from "./test-subsonic.ts";
import { testMedia } from "../media/test-media.ts";

const PATH = "/api/library/sources";

let opened: TestServer;
let admin: SignedInBrowser;
let subsonic: TestSubsonic;
let events: StationEvents;
let sources: MusicSources;
let id: string;
const lines: string[] = [];

beforeAll(async () => {
  opened = await startTestServer();
  // Super admins allow the private network that the test's server is in.
  admin = await opened.signIn("super_admin");
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ["queue_items", "playlists", "tracks", "music_sources"])
    await opened.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
  subsonic = await TestSubsonic.start();
  subsonic.albums = new Map([
    ["dawn", [song("rise"), song("shine")]],
    ["dusk", [song("set")]],
  ]);
  id = randomUUID();
  lines.length = 0;
});
afterEach(async () => {
  await sources.close();
  await subsonic[Symbol.asyncDispose]();
});

const song = (name: string, fields: Record<string, unknown> = {}) => ({
  id: name,
  title: name,
  artist: "Vega",
  album: "Dawn",
  duration: 1,
  suffix: "wav",
  ...fields,
});

/** @param media a fast child that accepts everything as music, or the real one */
function open(
  media: Pick<MediaRun, "childUrl" | "fileLimitMs"> = testMedia,
  database = opened.database,
): void {
  const log = createLogTo((line) => void lines.push(line), { part: "test", level: "warn" });
  const { dataDir } = opened;
  events = createStationEvents(log);
  const parts = { database, events, dataDir, media, log };
  sources = new MusicSources({ ...parts, intake: new FileIntake(parts), isTrial: false });
  sources.start();
}

async function begin(media = testMedia): Promise<void> {
  await insertSource(opened.database.connection, { id, ...subsonic.source });
  open(media);
}

/** Starts, and waits until the source was read completely. */
async function beginRead(media = testMedia): Promise<void> {
  await begin(media);
  await expect.poll(async () => (await source())?.readAt ?? null).not.toBeNull();
}

const shown = async () =>
  await opened.database.connection
    .select({
      title: tracks.title,
      sound: tracks.sound,
      isMissing: sql<boolean>`${tracks.missingSince} is not null`,
    })
    .from(tracks)
    .where(eq(tracks.kind, "source"))
    .orderBy(tracks.title);
const soundsOf = async () => (await shown()).map(({ title, sound }) => `${title} ${sound}`);
const missing = async () =>
  (await shown()).filter(({ isMissing }) => isMissing).map(({ title }) => title);
const source = async () => await findSource(opened.database.connection, id);
const readings = async () => (await source())?.reading;
const cached = async () => (await readdir(cacheFolderOf(opened.dataDir, id))).toSorted();

/** Minutes from failure to retry, for each skipped track. */
async function minutesUntilRetry(): Promise<readonly number[]> {
  const { failedAt, retryAt } = musicSourceTracks;
  const rows = await opened.database.connection
    .select({ minutes: sql`extract(epoch from ${retryAt} - ${failedAt}) / 60`.mapWith(Number) })
    .from(musicSourceTracks)
    .where(isNotNull(failedAt));
  return rows.map(({ minutes }) => minutes);
}

/** Reads the source again and waits for the end. */
async function readAgain(): Promise<void> {
  const before = (await source())?.lookedAt?.getTime() ?? 0;
  sources.read(id);
  await expect.poll(async () => (await source())?.lookedAt?.getTime() ?? 0).toBeGreaterThan(before);
}

async function trackIdOf(title: string): Promise<string> {
  const [row] = await opened.database.connection
    .select({ id: tracks.id })
    .from(tracks)
    .where(eq(tracks.title, title));
  return row?.id ?? "";
}

test("the music of a source is in the library, however short; its sound is cached, and the station plays it from the cache", async () => {
  const { connection } = opened.database;
  await connection.execute(sql`update station_settings set shortest_track_seconds = 60`);
  await begin();

  await expect.poll(soundsOf).toEqual(["rise here", "set here", "shine here"]);
  await connection.execute(sql`update station_settings set shortest_track_seconds = 1`);
  const playable = await randomTracks(opened.database.connection, 9);
  const [one] = playable;
  expect(playable.map(({ title }) => title).sort()).toEqual(["rise", "set", "shine"]);
  expect(one).toMatchObject({ kind: "source", artist: "Vega", durationMs: 1000 });
  expect(one?.integratedLufs).not.toBeNull();
  expect((await stat(one?.path ?? "")).size).toBe(testWave(1).length);
  expect(
    await measureLibrary(opened.database.connection, { unknownDurationMs: 240_000 }),
  ).toMatchObject({
    tracks: 3,
    durationMs: 3000,
  });
  expect(await cached()).toHaveLength(4); // including the folder of unfinished files
});

test("a track without cached sound is in the library and the queue, and waits for it", async () => {
  subsonic.answers.set("download", () => {}); // never responds
  await begin();
  await expect.poll(soundsOf).toEqual(["rise away", "set away", "shine away"]);
  await expect.poll(() => subsonic.asked.some((one) => one.startsWith("download"))).toBe(true);
  const { connection } = opened.database;
  const trackId = await trackIdOf("set");
  const place = {
    id: randomUUID(),
    trackId,
    requestedBy: null,
    requesterKey: null,
    isRequest: true,
    isByOperator: false,
  };
  await appendQueueItems(connection, { behind: 0, places: [place] });
  const queued = async (which: "all" | "playable") =>
    (await listQueueItems(connection, { limit: 9, which })).length;
  const before = [await queued("all"), await queued("playable")];

  // The stuck download is aborted; then the queue's comes first.
  subsonic.answers.delete("download");
  await subsonic.stop();
  await subsonic.listen();
  subsonic.asked.length = 0;
  sources.read(id);
  await expect.poll(() => queued("playable")).toBe(1);

  expect(before).toEqual([1, 0]);
  expect(subsonic.asked.find((asked) => asked.startsWith("download"))).toBe("download set");
});

test("a source's tracks with several artists list each of them, even when the displayed name is unchanged", async () => {
  const artists = async () =>
    await opened.database.connection
      .select({ artist: tracks.artist, artists: tracks.artists, albumArtists: tracks.albumArtists })
      .from(tracks);
  subsonic.albums = new Map([["dawn", [song("rise", { artist: "Ada; Ben" })]]]);
  await beginRead();
  const before = await artists();

  subsonic.albums = new Map([
    ["dawn", [song("rise", { artist: "Ada; Ben", artists: [{ name: "Ada" }, { name: "Ben" }] })]],
  ]);
  await readAgain();

  expect(before).toMatchObject([{ artist: "Ada; Ben", artists: ["Ada; Ben"] }]);
  expect(await artists()).toMatchObject([{ artist: "Ada; Ben", artists: ["Ada", "Ben"] }]);
});

test("[D7] an album with many songs is stored in short transactions with few statements", async () => {
  const { database } = opened;
  const songs = Array.from({ length: 120 }, (_, n) => song(`song ${n}`));
  // Some servers list a song twice.
  subsonic.albums = new Map([...subsonic.albums, ["large", [...songs, song("song 0")]]]);
  const statements: number[] = [];
  const counted: typeof database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (connection) => {
        let count = 0;
        let isAdding = false;
        const outcome = await work(
          new Proxy(connection, {
            get: (target, name) => {
              const found: unknown = Reflect.get(target, name);
              if (typeof found !== "function") return found;
              count += 1;
              isAdding ||= name === "insert";
              return found.bind(target);
            },
          }),
        );
        if (isAdding) statements.push(count);
        return outcome;
      }),
  };

  await insertSource(database.connection, { id, ...subsonic.source });
  open(testMedia, counted);
  await expect.poll(async () => (await source())?.readAt ?? null).not.toBeNull();

  expect(await database.connection.$count(tracks)).toBe(120 + 3);
  expect(Math.max(...statements)).toBeLessThan(10);
  // Fifty songs per statement; the other albums have one song each.
  expect(statements).toHaveLength(3 + subsonic.albums.size - 1);
});

test("tracks that vanish at the source leave the library and later return as the same tracks", async () => {
  await beginRead();
  const trackId = await trackIdOf("set");
  const { albums } = subsonic;

  subsonic.albums = new Map([["dawn", [song("rise", { year: 2001 }), song("shine")]]]);
  await readAgain();
  await expect.poll(missing).toEqual(["set"]);
  subsonic.albums = albums;
  await readAgain();

  await expect.poll(missing).toEqual([]);
  expect(await trackIdOf("set")).toBe(trackId);
});

test("a deleted track stays deleted when the source changes it, and can be restored", async () => {
  await beginRead();
  const trackIds = [await trackIdOf("set")];
  const body = { trackIds, files: "erase", includesUsed: true };
  const deleted = await admin.call("POST", "/api/tracks/delete", { body });

  subsonic.albums = new Map([
    ["dawn", [song("rise"), song("shine")]],
    ["dusk", [song("set", { year: 2001 })]],
  ]);
  await readAgain();
  const afterReading = await missing();
  await admin.call("POST", "/api/deletions/restore", { body: { trackIds } });

  expect(deleted.body).toMatchObject({ deleted: 1 });
  expect(afterReading).toEqual(["set"]);
  expect(await missing()).toEqual([]);
});

test("tracks of a disabled format are skipped, as the source's state says, and come once it is enabled", async () => {
  const { connection } = opened.database;
  await connection.execute(sql`update station_settings set left_out_formats = '{wav}'`);
  try {
    await begin();
    await expect.poll(() => sources.stateOf(id).oddity).toContain("3 of its tracks are left out");
    expect(await soundsOf()).toEqual([]);
  } finally {
    await connection.execute(sql`update station_settings set left_out_formats = '{}'`);
  }
  await readAgain();
  await expect.poll(soundsOf).toEqual(["rise here", "set here", "shine here"]);
});

test("a source that lists nothing, fails or is offline marks nothing as missing", async () => {
  await beginRead();
  const { albums } = subsonic;

  subsonic.albums = new Map();
  await readAgain();
  await expect.poll(() => sources.stateOf(id).oddity).toContain("lists no music");
  subsonic.albums = albums;
  subsonic.answers.set("getAlbum", (response) => fail(response, 40, "no"));
  sources.read(id);
  await expect.poll(() => sources.stateOf(id).away).toContain("refuses the user name");
  await subsonic.stop();
  sources.read(id);
  await expect.poll(() => sources.stateOf(id).away).toContain("refuses connections");

  expect(await missing()).toEqual([]);
});

test("an interrupted reading resumes where it stopped", async () => {
  const names = Array.from({ length: 110 }, (_, index) => `album${String(index).padStart(3, "0")}`);
  subsonic.albums = new Map(names.map((name) => [name, [song(name)]]));
  subsonic.answers.set("download", () => {}); // only the list matters here
  let left = 105;
  subsonic.answers.set("getAlbum", (response, _query, well) => {
    left -= 1;
    if (left < 0) response.destroy();
    else well();
  });
  await begin();
  await expect.poll(async () => (await source())?.readOffset).toBe(100);
  await sources.close();
  subsonic.answers.delete("getAlbum");
  subsonic.asked.length = 0;
  open();

  await expect.poll(async () => (await source())?.readAt ?? null).not.toBeNull();
  const asked = subsonic.asked.filter((one) => one.startsWith("getAlbum ")).toSorted();
  expect([asked[0], asked.at(-1)]).toEqual(["getAlbum album100", "getAlbum album109"]);
  expect([await readings(), await missing()]).toEqual([1, []]);
});

test("content that is not sound is refused with its reason, and the others continue", async () => {
  subsonic.sounds.set("rise", Buffer.from("this is not a wave".repeat(100)));
  subsonic.sounds.set("shine", Buffer.alloc(0));
  await begin(mediaDefaults);

  // Media children run at low priority.
  await expect
    .poll(soundsOf, { timeout: 240_000 })
    .toEqual(["rise out-of-reach", "set here", "shine out-of-reach"]);
  expect(await missing()).toEqual([]);
  expect(lines.filter((line) => line.includes("a track: skipped"))).toHaveLength(2);
  expect(await minutesUntilRetry()).toEqual([360, 360]);
});

test("a track larger than the cache is skipped, and the others continue", async () => {
  subsonic.albums = new Map([
    ["dawn", [song("rise", { size: 2_000_000_000 }), song("shine")]],
    ["dusk", [song("set")]],
  ]);
  await begin();
  const trackId = await expect
    .poll(() => trackIdOf("rise"))
    .not.toBe("")
    .then(() => trackIdOf("rise"));
  await appendQueueItems(opened.database.connection, {
    behind: 0,
    places: [
      {
        id: randomUUID(),
        trackId,
        requestedBy: null,
        requesterKey: null,
        isRequest: true,
        isByOperator: false,
      },
    ],
  });
  events.publish({ type: "queue.changed" });

  await expect.poll(soundsOf).toEqual(["rise out-of-reach", "set here", "shine here"]);
  expect(lines.join("")).toContain("It is larger than the cache");
});

test("a cover that the server never delivers blocks no other, and the source stays healthy", async () => {
  subsonic.albums = new Map([
    ["dawn", [song("rise", { coverArt: "a-broken" }), song("shine", { coverArt: "b-whole" })]],
  ]);
  subsonic.answers.set("getCoverArt", (response, query) => {
    if (query.get("id") === "a-broken") response.writeHead(502).end("<html>bad gateway</html>");
    else fail(response, 70, "Cover not found");
  });
  await beginRead();

  await expect
    .poll(() => subsonic.asked.filter((one) => one.startsWith("getCoverArt")))
    .toEqual(["getCoverArt a-broken", "getCoverArt b-whole"]);
  expect(sources.stateOf(id).away).toBeNull();
});

test("a source whose address changes during a reading is read from the start at the new one", async () => {
  await using other = await TestSubsonic.start();
  const names = Array.from({ length: 110 }, (_, index) => `album${String(index).padStart(3, "0")}`);
  subsonic.albums = new Map(names.map((name) => [name, [song(name)]]));
  other.albums = subsonic.albums;
  for (const each of [subsonic, other]) each.answers.set("download", () => {}); // only the list matters here
  const changed = Promise.withResolvers<void>();
  const isReached = Promise.withResolvers<void>();
  subsonic.answers.set("getAlbum", (_response, query, well) => {
    if (query.get("id") !== "album105") return well();
    isReached.resolve();
    return void changed.promise.then(well);
  });
  await begin();
  await isReached.promise;
  const again = { readOffset: null, lookedAt: null, readAt: null, stamp: null };
  await saveSource(opened.database.connection, id, { url: other.url, ...again });
  changed.resolve();

  await expect.poll(async () => (await source())?.readAt ?? null).not.toBeNull();
  const asked = other.asked.filter((one) => one.startsWith("getAlbum ")).toSorted();
  expect([asked[0], asked.length]).toEqual(["getAlbum album000", 110]);
});

test("the original file is requested; an account refused downloads, even in XML, gets it by streaming", async () => {
  const formats: (string | null)[] = [];
  subsonic.answers.set("download", (response, query) => {
    formats.push(query.get("format"));
    const refusal = '<subsonic-response status="failed"><error code="50" message="No"/>';
    response.writeHead(200, { "content-type": "text/xml" }).end(`${refusal}</subsonic-response>`);
  });
  subsonic.answers.set("stream", (response, query) => {
    formats.push(query.get("format"));
    response.writeHead(200, { "content-type": "audio/wav" }).end(testWave(1));
  });

  await beginRead();

  await expect.poll(soundsOf).toEqual(["rise here", "set here", "shine here"]);
  expect(new Set(formats)).toEqual(new Set(["raw"]));
});

test("a track that the server never delivers completely is skipped, and the others continue", async () => {
  subsonic.answers.set("download", (response, query, well) => {
    if (query.get("id") !== "rise") return well();
    response.writeHead(200, { "content-type": "audio/wav", "content-length": "99999" });
    response.write(testWave(1), () => void response.destroy());
  });
  await beginRead();

  const failed = async () =>
    (await countSourceTracks(opened.database.connection, id)).tracksOutOfReach;
  await expect.poll(failed).toBe(1);
  await expect.poll(soundsOf).toEqual(["rise out-of-reach", "set here", "shine here"]);
  await expect.poll(() => sources.stateOf(id).away).toBeNull();
  // The network may be at fault.
  expect(await minutesUntilRetry()).toEqual([5]);
});

test("a station with another data folder fetches its music into that", async () => {
  await begin();
  await expect.poll(soundsOf).toEqual(["rise here", "set here", "shine here"]);
  await sources.close();
  await opened.database.connection.update(tracks).set({ path: sql`'/elsewhere/' || ${tracks.id}` });
  await rm(cacheFolderOf(opened.dataDir, id), { recursive: true });
  subsonic.asked.length = 0;
  open();

  await expect
    .poll(() => subsonic.asked.filter((one) => one.startsWith("download")))
    .toHaveLength(3);
  await expect.poll(soundsOf).toEqual(["rise here", "set here", "shine here"]);
  expect(await cached()).toHaveLength(4);
});

test("a source that goes offline leaves cached tracks playable; the rest is out of reach until it returns", async () => {
  await begin();
  await expect.poll(soundsOf).toEqual(["rise here", "set here", "shine here"]);
  subsonic.albums = new Map([...subsonic.albums, ["late", [song("late")]]]);
  subsonic.answers.set("download", (response) => void response.destroy());
  sources.read(id);
  await expect.poll(soundsOf).toContain("late out-of-reach");
  const away = sources.stateOf(id).away;
  const playable = await randomTracks(opened.database.connection, 9);

  subsonic.answers.delete("download");
  sources.read(id);

  expect(away).toBe("The server hung up without an answer");
  expect(playable).toHaveLength(3);
  await expect.poll(soundsOf).toContain("late here");
  expect(sources.stateOf(id).away).toBeNull();
});

test("a password that no longer works is reported in words, and never logged", async () => {
  await beginRead();
  subsonic.password = "an0ther";
  sources.read(id);
  await expect
    .poll(() => sources.stateOf(id).away)
    .toBe("The server refuses the user name, password or key");
  await saveSource(opened.database.connection, id, { password: "an0ther" });
  sources.read(id);

  await expect.poll(() => sources.stateOf(id).away).toBeNull();
  expect(lines.join()).not.toMatch(/s3cret|an0ther/);
  expect(lines.join()).not.toContain(Buffer.from(testAccount.password).toString("hex"));
});

test("a file lost from the cache is fetched again at the next start, and foreign files there are removed", async () => {
  await begin();
  await expect.poll(soundsOf).toEqual(["rise here", "set here", "shine here"]);
  await sources.close();
  const [first = ""] = (await cached()).filter((name) => name.endsWith(".wav"));
  await rm(`${cacheFolderOf(opened.dataDir, id)}/${first}`);
  subsonic.asked.length = 0;
  open();

  await expect
    .poll(() => subsonic.asked.filter((asked) => asked.startsWith("download")))
    .toHaveLength(1);
  await expect.poll(soundsOf).toEqual(["rise here", "set here", "shine here"]);
});

test("removing a source removes its music from library and cache; its tracks are kept as missing", async () => {
  await begin();
  await expect.poll(soundsOf).toEqual(["rise here", "set here", "shine here"]);
  await sources.close(); // the server has its own instance, which stores nothing before it is started

  const removed = await admin.call("DELETE", `${PATH}/${id}`);

  expect(removed.body).toEqual({ removed: true });
  expect(await listSources(opened.database.connection)).toEqual([]);
  expect(await missing()).toEqual(["rise", "set", "shine"]);
  await expect(stat(cacheFolderOf(opened.dataDir, id))).rejects.toThrow("ENOENT");
});

test("[D7] a source with many tracks is removed in short transactions", async () => {
  const { connection } = opened.database;
  await insertSource(connection, { id, ...subsonic.source });
  await fillLibrary(opened.database, 600);
  await connection.execute(sql`
    insert into music_source_tracks (source_id, remote_id, track_id, reading, extension, version)
    select ${id}, id::text, id, 1, '.mp3', '' from tracks`);

  const removed = await admin.call("DELETE", `${PATH}/${id}`);

  expect(removed.body).toEqual({ removed: true });
  // Rows carry the number of the transaction that wrote them.
  const { rows } = await connection.execute(sql`
    select count(*)::int as tracks from tracks where missing_since is not null group by xmin::text order by 1`);
  expect(rows).toEqual([{ tracks: 100 }, { tracks: 250 }, { tracks: 250 }]);
});

test("a source is added, listed and changed; its password is never shown, and goes to no other server", async () => {
  open();
  const added = await admin.call("POST", PATH, { body: subsonic.source });
  const { id: sourceId } = musicSourceSchema.parse(added.body);
  const path = `${PATH}/${sourceId}`;
  const { password: _, ...rest } = subsonic.source;

  const again = await admin.call("POST", PATH, { body: subsonic.source });
  const changed = await admin.call("PUT", path, { body: { name: "Home", everyMinutes: 5 } });
  const moved = await admin.call("PUT", path, { body: { url: "https://evil.example.org" } });
  const tested = await admin.call("POST", `${PATH}/test`, { body: { ...rest, id: sourceId } });
  const stolen = await admin.call("POST", `${PATH}/test`, {
    body: { ...rest, id: sourceId, url: "https://evil.example.org" },
  });
  const listed = await admin.call("GET", PATH);

  // The source is being read at this moment.
  const { state: _state, ...kept } = musicSourceSchema.parse(changed.body);
  expect(added.body).toMatchObject({ ...rest, state: { tracks: 0 } });
  expect(again).toMatchObject({ status: 409, body: { field: "url" } });
  expect(changed.body).toMatchObject({ name: "Home", everyMinutes: 5, url: subsonic.url });
  for (const refused of [moved, stolen])
    expect(refused).toMatchObject({ status: 400, body: { field: "password" } });
  expect(tested.body).toEqual({ success: true, message: "The server answers" });
  expect(listed.body).toMatchObject([kept]);
  await opened.systemLog.settled();
  const logs = await admin.call("GET", "/api/system-logs?category=operator&q=source");
  expect(JSON.stringify([listed, logs])).not.toContain(testAccount.password);
  expect(JSON.stringify(logs.body)).toContain("added a music source");
});

test("only a super admin may point a source at a private network; other admins may use what is allowed", async () => {
  open();
  const lesser = [await opened.signIn("admin"), await opened.signIn("access-code")];
  const added = await admin.call("POST", PATH, { body: subsonic.source });
  const path = `${PATH}/${musicSourceSchema.parse(added.body).id}`;
  const elsewhere = { url: "http://127.0.0.1:1", password: "another", isPrivateAllowed: true };

  for (const each of lesser) {
    const refused = [
      await each.call("POST", PATH, { body: { ...subsonic.source, username: "other" } }),
      await each.call("POST", `${PATH}/test`, { body: subsonic.source }),
      await each.call("PUT", path, { body: elsewhere }),
    ];
    const renamed = await each.call("PUT", path, { body: { name: "Home" } });

    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 403,
        body: { code: "not_allowed", field: "isPrivateAllowed" },
      });
    expect(renamed).toMatchObject({ status: 200, body: { name: "Home", url: subsonic.url } });
  }
  const [stored, ...others] = await listSources(opened.database.connection);
  expect([stored?.url, others]).toEqual([subsonic.url, []]);
});

test.each([
  ["url", { url: "file:///etc/passwd" }],
  ["username", { username: "" }],
])("an invalid %s is named: %o", async (field, change) => {
  open();

  const answer = await admin.call("POST", PATH, { body: { ...subsonic.source, ...change } });

  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", field } });
});

test("a source's playlist is imported once, with the tracks in the library, in its order and with duplicates", async () => {
  subsonic.playlists = new Map([["Late night", ["set", "rise", "set", "unknown"]]]);
  await beginRead();
  const path = `${PATH}/${id}/playlists`;

  const offered = await admin.call("GET", path);
  const imported = await admin.call("POST", path, { body: { playlistId: "Late night" } });
  const again = await admin.call("POST", path, { body: { playlistId: "Late night" } });
  const unknown = await admin.call("POST", path, { body: { playlistId: "nothing" } });
  const playlists = await admin.call("GET", "/api/playlists");

  expect(offered.body).toEqual([{ id: "Late night", name: "Late night", trackCount: 4 }]);
  expect(imported.body).toMatchObject({ tracks: 3, left: 1 });
  expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(unknown).toMatchObject({
    status: 503,
    body: { error: "The server no longer has it" },
  });
  const [playlist] = z.array(playlistSchema).parse(playlists.body);
  expect(playlist).toMatchObject({ name: "Late night", trackCount: 3 });
  const { body } = await admin.call("GET", `/api/playlists/${playlist?.id}/tracks`);
  const [first, second, third] = z.array(playlistTrackSchema).parse(body);
  expect(third?.id).toBe(first?.id);
  expect(second?.id).not.toBe(first?.id);
});
