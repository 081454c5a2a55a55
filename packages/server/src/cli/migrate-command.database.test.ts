import { eq, inArray } from "drizzle-orm";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccount } from "../accounts/account-store.ts";
import { isPasswordRight } from "../accounts/secrets.ts";
import { listPlays } from "../history/play-store.ts";
import { tracks } from "../library/library-tables.ts";
import { fillLibrary } from "../library/test-library.ts";
import { azuracastDump } from "../moving-in/test-azuracast.ts";
import { libretimeDump } from "../moving-in/test-libretime.ts";
import { listStoredPlaylists } from "../playlists/playlist-store.ts";
import { listKeptTracks } from "../playlists/playlist-track-store.ts";
import { listShows } from "../schedule/show-store.ts";
import { toShow } from "../schedule/show-views.ts";
import { findSettings } from "../settings/settings-store.ts";
import { startTestCommands, type TestCommands } from "./test-commands.ts";

let commands: TestCommands;
let folder: string;
let library: readonly { id: string; path: string; artist: string; title: string }[];

beforeAll(async () => {
  commands = await startTestCommands();
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-moving-"));
  const { connection } = commands.server.database;
  await fillLibrary(commands.server.database, 12);
  const { id, path: file, artist, title } = tracks;
  library = await connection.select({ id, path: file, artist, title }).from(tracks).orderBy(file);
});
afterAll(async () => {
  await commands?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function tracksOf(name: string): Promise<readonly string[] | undefined> {
  const { connection } = commands.server.database;
  const playlist = (await listStoredPlaylists(connection)).find((each) => each.name === name);
  if (playlist === undefined) return undefined;
  return (await listKeptTracks(connection, playlist.id)).map(({ id }) => id);
}

test("playlists come from a folder by path, name and tags; a dry run only reports, a second run adds nothing", async () => {
  const place = path.join(folder, "lists");
  await mkdir(path.join(place, "more"), { recursive: true });
  const [one, two, three] = library;
  const m3u = [
    "#EXTM3U",
    `/old/${path.basename(one?.path ?? "")}`,
    `#EXTINF:180,${three?.artist} - ${three?.title}`,
    "/nowhere/renamed.flac",
    "#EXTINF:60,Ghost - Never",
    "..\\missing.mp3",
  ].join("\r\n");
  await writeFile(path.join(place, "Abend Café.m3u"), Buffer.from(`${m3u}\r\n`, "latin1"));
  await writeFile(
    path.join(place, "more", "second.pls"),
    `\u{feff}[playlist]\nFile1=${two?.path}\nNumberOfEntries=1\n`,
  );
  const migrate = ["migrate", "m3u", place, "--map", "/old=/music"];

  const dry = await commands.run(...migrate);
  const whileDry = await tracksOf("Abend Café");
  const real = await commands.run(...migrate, "--yes");
  const again = await commands.run(...migrate, "--yes");

  expect(dry.text).toContain("tracks: 3 of 4 found (75 %): 2 by path, 0 by file name, 1 by");
  expect(dry.text).toContain(`${path.join(folder, "missing.mp3")} (Ghost - Never): no such file`);
  expect(dry.text).toContain("Nothing changed: this was a dry run.");
  expect(whileDry).toBeUndefined();
  expect(real).toMatchObject({ exitCode: 0, text: expect.stringContaining("Abend Café: made") });
  expect(await tracksOf("Abend Café")).toEqual([one?.id, three?.id]);
  expect(await tracksOf("second")).toEqual([two?.id]);
  expect(again.text).toContain("playlists: 2, of them new or changed: 0");
});

test("Icecast's titles become history, once, with the library's tracks", async () => {
  const place = path.join(folder, "icecast");
  await mkdir(place);
  const [one] = library;
  await writeFile(
    path.join(place, "icecast.xml"),
    "<icecast><mount><mount-name>/old.mp3</mount-name></mount></icecast>",
  );
  await writeFile(
    path.join(place, "playlist.log"),
    `07/Mar/2026:18:30:00 +0000|/old.mp3|1|${one?.artist} - ${one?.title}\n07/Mar/2026:18:33:00 +0000|/old.mp3|1|Else - Where\n`,
  );

  const real = await commands.run("migrate", "icecast", place, "--yes");
  const again = await commands.run("migrate", "icecast", place, "--yes");

  const plays = await listPlays(commands.server.database.connection, { beforeMs: null, limit: 9 });
  expect(real.text).toContain("history: 2 plays");
  expect(again.text).toContain("history: 0 plays, 2 already here");
  expect(plays).toMatchObject([
    { title: "Where", track: null },
    { title: one?.title, track: { id: one?.id }, playedMs: 180_000 },
  ]);
});

test("an AzuraCast dump brings cue points, playlists, schedule, DJs and history; other content is only named", async () => {
  const place = path.join(folder, "db.sql.gz");
  const known = library.map(({ path: file, artist, title }) => {
    return { path: path.basename(file), artist, title, seconds: 180 };
  });
  const lost = { path: "lost.mp3", artist: "Lost", title: "Lost", seconds: 5 };
  await writeFile(place, gzipSync(azuracastDump([...known, lost])));
  const { connection } = commands.server.database;
  const migrate = ["migrate", "azuracast", place, "--station", "kaese"];

  const unclear = await commands.run("migrate", "azuracast", place);
  const dry = await commands.run(...migrate);
  const accountWhileDry = await findAccount(connection, "dj_käse");
  const real = await commands.run(...migrate, "--yes");
  const again = await commands.run(...migrate, "--yes");

  expect(unclear.text).toContain("several stations; choose one with --station: kaese, other");
  expect(accountWhileDry).toBeNull();
  for (const { text } of [dry, real])
    expect(text.split("\n")).toEqual(
      expect.arrayContaining([
        "  tracks: 12 of 13 found (92.3 %): 0 by path, 12 by file name, 0 by artist and title",
        "  schedule entries: 2, of them new or changed: 2",
        "    /listen/kaese/radio.mp3 (mp3)",
        "  lost.mp3 (Lost - Lost): no such file in the library",
        "  playlist Elsewhere: it plays another station's stream: add it under Music Upload, External Stream",
      ]),
    );
  expect(real.text).toContain("dj_käse: signs in with the password they know");
  expect(real.text).toContain("no good name: not imported: use letters, digits");
  expect(again.text).toContain("playlists: 4, of them new or changed: 0");
  expect(again.text).toContain("schedule entries: 2, of them new or changed: 0");
  expect(again.text).toMatch(/history: 0 plays, 13 already here/);
  expect(await tracksOf("Rotation")).toEqual(library.map(({ id }) => id));
  expect(await tracksOf("D'Jingles")).toEqual([library[0]?.id, library[1]?.id]);
  const [first] = await connection
    .select()
    .from(tracks)
    .where(eq(tracks.id, library[0]?.id ?? ""));
  expect(first).toMatchObject({ userCueInMs: 250, userCueOutMs: 179_750 });
  const account = await findAccount(connection, "dj_käse");
  expect(account).toMatchObject({ role: "dj", name: "DJ Käse" });
  const { passwordHash = null } = account ?? {};
  expect(await isPasswordRight({ password: "dj-secret", passwordHash })).toBe(true);
});

test("a LibreTime dump brings shows with their hosts, and DJs with new passwords, once", async () => {
  const place = path.join(folder, "libretime");
  await mkdir(place);
  const known = library.slice(0, 3).map(({ path: file, artist, title }) => {
    return { path: `imported/1/${path.basename(file)}`, artist, title, seconds: 59 };
  });
  await writeFile(path.join(place, "libretime.sql"), libretimeDump(known));
  const { connection } = commands.server.database;

  const real = await commands.run("migrate", "libretime", place, "--yes");
  const again = await commands.run("migrate", "libretime", place, "--yes");

  expect(real.text).toContain(
    "tracks: 3 of 3 found (100 %): 0 by path, 0 by file name, 3 by artist",
  );
  expect(real.text).toMatch(/jana, password: \w{4}-/);
  expect(again.text).toContain("jana: an account already has this name");
  expect(again.text).toContain("shows: 2, of them new or changed: 0");
  expect(again.text).toContain("schedule entries: 4, of them new or changed: 0");
  const shows = (await listShows(connection)).map(toShow);
  const jana = await findAccount(connection, "jana@example.org");
  expect(shows.find(({ name }) => name === "Late Night")).toMatchObject({
    content: { kind: "live" },
    hostIds: [jana?.id],
  });
  expect(await tracksOf("Evening show")).toEqual(library.slice(0, 3).map(({ id }) => id));
});

test("tracks that are only in jingle playlists become jingles, and cue points set here stay", async () => {
  const [own, other] = library.slice(-2);
  const { connection } = commands.server.database;
  await connection
    .update(tracks)
    .set({ userCueInMs: 9 })
    .where(eq(tracks.id, own?.id ?? ""));
  const media = [own, other].map((track, index) => {
    return `(${index + 1},1,'${path.basename(track?.path ?? "")}','T','A',180,1.5)`;
  });
  const place = path.join(folder, "jingles.sql");
  const dump = [
    "INSERT INTO `station` (id,name,short_name,media_storage_location_id) VALUES (1,'One','one',1);",
    `INSERT INTO \`station_media\` (id,storage_location_id,path,title,artist,length,cue_in) VALUES ${media.join(",")};`,
    "INSERT INTO `station_playlists` (id,station_id,name,type,source,is_enabled,is_jingle,play_per_songs) VALUES (1,1,'Idents','once_per_x_songs','songs',1,1,4);",
    "INSERT INTO `station_playlist_media` (id,playlist_id,media_id,weight) VALUES (1,1,1,1),(2,1,2,2);",
  ];
  await writeFile(place, dump.join("\n"));

  const real = await commands.run("migrate", "azuracast", place, "--yes");

  const { id, contentKind, userCueInMs } = tracks;
  const stored = await connection
    .select({ id, contentKind, userCueInMs })
    .from(tracks)
    .where(inArray(id, [own?.id ?? "", other?.id ?? ""]));
  expect(real.text).toContain("cue points: 1 tracks, jingles: 2 tracks");
  expect(stored).toEqual(
    expect.arrayContaining([
      { id: own?.id, contentKind: "jingle", userCueInMs: 9 },
      { id: other?.id, contentKind: "jingle", userCueInMs: 1500 },
    ]),
  );
});

test("future plays, from an origin with a wrong clock, are skipped", async () => {
  const place = path.join(folder, "wrong-clock");
  await mkdir(place);
  await writeFile(path.join(place, "icecast.xml"), "<icecast></icecast>");
  await writeFile(
    path.join(place, "playlist.log"),
    "07/Mar/2199:18:30:00 +0000|/a.mp3|1|Not - Yet\n07/Mar/2020:18:30:00 +0000|/a.mp3|1|Long - Ago\n",
  );

  const real = await commands.run("migrate", "icecast", place, "--yes");

  expect(real.text).toContain("history: 1 plays");
});

test("an empty station is refused and changes nothing here", async () => {
  const place = path.join(folder, "bare");
  await mkdir(place);
  const bare = libretimeDump([]).replaceAll(
    /(COPY (?!public\.cc_pref)[^\n]+\n)[^]*?(\\\.\n)/g,
    "$1$2",
  );
  await writeFile(path.join(place, "libretime.sql"), bare);
  const { connection } = commands.server.database;
  const zone = async () => (await findSettings(connection))?.timeZone;
  await commands.server.settings.change(() => ({ timeZone: "Asia/Tokyo" }));

  const answer = await commands.run("migrate", "libretime", place, "--yes");

  expect([answer.exitCode, await zone()]).toEqual([1, "Asia/Tokyo"]);
  expect(answer.text).toContain("there are no tracks, playlists, shows, DJs, plays or addresses");
});

test("an unusable origin is refused with a reason", async () => {
  const empty = path.join(folder, "empty");
  await mkdir(empty);
  const wrong = path.join(folder, "wrong.xml");
  await writeFile(wrong, "<html></html>");

  const answers = [
    await commands.run("migrate", "m3u", path.join(folder, "not-there")),
    await commands.run("migrate", "m3u", empty),
    await commands.run("migrate", "icecast", empty),
    await commands.run("migrate", "icecast", wrong),
  ];

  expect(answers.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1]);
  const texts = answers.map(({ text }) => text);
  expect(texts[0]).toContain("no such file or directory");
  expect(texts[1]).toContain("there is no playlist in it");
  expect(texts[2]).toContain("there is no icecast.xml");
  expect(texts[3]).toContain("it is not an icecast.xml");
  const { connection } = commands.server.database;
  expect(await connection.$count(tracks, eq(tracks.path, wrong))).toBe(0);
});
