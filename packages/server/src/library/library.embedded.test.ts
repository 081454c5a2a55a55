import { createLog, createLogTo, type Logger } from "@neonrelay/process/log";
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createLoginThrottle } from "../limits/login-throttle.ts";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { listIncoming } from "../incoming/incoming-store.ts";
import { listTracks } from "./track-list-store.ts";
import { listKnownFiles } from "./known-file-store.ts";
import { findTrackByPath, findTracks } from "./track-store.ts";
import { runCommand } from "../cli/run-command.ts";
import { ControlServer } from "../cli/control-server.ts";
import { askRunningStation } from "../cli/control-client.ts";
import { Settings } from "../settings/settings.ts";
import { createStationEvents, type StationEvents } from "../events/station-events.ts";
import { SystemLog } from "../logs/system-log.ts";
import { Library } from "./library.ts";
import { walkFolders, walkMusic } from "./walk-music.ts";
import { moveBelongings } from "../track-copies/belongings-store.ts";
import { testMedia } from "../media/test-media.ts";

const silent = createLog({ part: "test", level: "silent" });

let systemLog: SystemLog;
let opened: TestDatabase;
let music: string;
let events: StationEvents;
beforeAll(async () => {
  opened = await openTestDatabase();
  const { database } = opened;
  systemLog = new SystemLog({ database, recordRow: () => {}, log: silent });
});
afterAll(async () => {
  await systemLog.close();
  await opened[Symbol.asyncDispose]();
});
beforeEach(async () => {
  for (const table of ["tracks", "refused_files", "music_folders", "incoming_files"])
    await opened.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
  music = await mkdtemp(path.join(tmpdir(), "neonrelay-music-"));
  events = createStationEvents(silent);
});
afterEach(() => rm(music, { recursive: true, force: true }));

function openLibrary({ demoMusic, log = silent }: { demoMusic: boolean; log?: Logger }): Library {
  const { database, dataDir } = opened;
  const config = { dataDir, musicDirs: [music], demoMusic };
  return new Library({ database, events, config, media: testMedia, moveBelongings, log });
}

async function titles(): Promise<string> {
  const page = await listTracks(opened.database.connection, {
    folded: "",
    filters: {},
    most: null,
    afterId: null,
    offset: 0,
    limit: 99,
    order: { sort: "artist", isDescending: false },
  });
  return page.tracks.map(({ title }) => title).join(" ");
}

/** A path in the music folder whose last part is Latin-1, as old systems wrote it. */
function latin1Path(...parts: readonly string[]): Buffer {
  return Buffer.from(path.join(music, ...parts), "latin1");
}

/** Waits until the library has these titles, checking on every change. */
async function untilTitles(expected: string): Promise<void> {
  const changed = Promise.withResolvers<void>();
  const unsubscribe = events.subscribe((event) => {
    if (event.type === "library.changed")
      titles().then((now) => now === expected && changed.resolve(), changed.reject);
  });
  if ((await titles()) !== expected) await changed.promise;
  unsubscribe();
}

test("music is found in all folders, skipping hidden ones, other files and link cycles", async () => {
  await mkdir(path.join(music, "deep", "er"), { recursive: true });
  await mkdir(path.join(music, ".hidden"));
  for (const file of [
    "b.flac",
    "a.MP3",
    "cover.jpg",
    ".c.mp3",
    ".hidden/d.mp3",
    "deep/er/e.opus",
    "deep/er/z.mp3",
  ])
    await writeFile(path.join(music, file), "x");
  for (const name of ["f\xe9.mp3", "f\xe9.jpg", ".f\xe9.mp3"])
    await writeFile(latin1Path("deep", name), "x");
  await mkdir(latin1Path("deep", "g\xe9"));
  await symlink(music, path.join(music, "deep", "loop"));
  await symlink(path.join(music, "nowhere"), path.join(music, "dead.mp3"));

  const signal = AbortSignal.timeout(10_000);
  const roots = [music, path.join(music, "gone")];
  const misnamed: string[] = [];
  for await (const step of walkFolders(roots, signal))
    if (step.kind === "folder") misnamed.push(...step.misnamed);
  const walk = await walkMusic(roots, { signal, maxFiles: 3 });

  expect(walk.files.map((file) => path.relative(music, file.path))).toEqual([
    "a.MP3",
    "b.flac",
    "deep/er/e.opus",
  ]);
  expect(misnamed.toSorted()).toEqual([
    path.join(music, "deep", String.raw`f\xe9.mp3`),
    path.join(music, "deep", String.raw`g\xe9`),
  ]);
  expect(walk.unreadable).toMatchObject([{ folder: path.join(music, "gone") }]);
});

test("the library follows the disk: new, broken, vanished and returned files", async () => {
  for (const file of ["one.mp3", "bad.mp3"]) await writeFile(path.join(music, file), file);
  const library = openLibrary({ demoMusic: false });
  try {
    library.start();
    await untilTitles("one");
    await writeFile(path.join(music, "two.mp3"), "two");
    await untilTitles("one two");
    const known = await listKnownFiles(opened.database.connection);
    expect(known.find((file) => file.path.endsWith("bad.mp3"))?.status).toBe("refused");
    await mkdir(path.join(music, "disc"));
    await writeFile(path.join(music, "disc", "three.mp3"), "three");
    await untilTitles("one three two");
    const away = `${music}-away`;
    await rename(path.join(music, "disc"), away);
    await untilTitles("one two");
    await rename(away, path.join(music, "disc"));
    await untilTitles("one three two");
  } finally {
    await library.close();
  }
});

test("a file below the minimum track length is refused until the setting allows it", async () => {
  const { connection } = opened.database;
  for (const file of ["one.mp3", "short.mp3"]) await writeFile(path.join(music, file), file);
  const library = openLibrary({ demoMusic: false });
  try {
    const first = await library.importFolder(music, () => {});
    expect(first).toMatchObject({ added: 1, refused: [{ path: path.join(music, "short.mp3") }] });
    expect(first.refused[0]?.reason).toContain("shorter than 1 s");
    expect(await library.importFolder(music, () => {})).toMatchObject({ added: 0, refused: [] });

    await connection.execute(sql`update station_settings set shortest_track_seconds = 0`);
    expect(await library.importFolder(music, () => {})).toMatchObject({ added: 1, refused: [] });
  } finally {
    await connection.execute(sql`update station_settings set shortest_track_seconds = 1`);
    await library.close();
  }
});

test("a minimum length set during a scan applies to the files still to be read", async () => {
  const { connection } = opened.database;
  const names = Array.from({ length: 30 }, (_, index) => `short ${index}.mp3`);
  for (const file of names) await writeFile(path.join(music, file), file);
  const library = openLibrary({ demoMusic: false });
  let changed: Promise<unknown> | undefined;
  try {
    const { added, refused } = await library.importFolder(music, () => {
      const none = sql`update station_settings set shortest_track_seconds = 0`;
      changed ??= connection.execute(none).then(() => undefined);
    });

    expect(refused.length).toBeGreaterThan(0);
    expect(added).toBeGreaterThan(0);
  } finally {
    await changed;
    await connection.execute(sql`update station_settings set shortest_track_seconds = 1`);
    await library.close();
  }
});

test("a cover added beside music later is used, unless an operator removed the track's cover", async () => {
  const { connection } = opened.database;
  for (const file of ["a.mp3", "b.mp3", "c.mp3"])
    await writeFile(path.join(music, file), `|${file}`);
  await writeFile(path.join(music, "booklet.jpg"), "no cover by its name");
  const library = openLibrary({ demoMusic: false });
  const covers = async () => {
    const names = ["a.mp3", "b.mp3", "c.mp3"].map((name) => path.join(music, name));
    const found = await Promise.all(names.map((name) => findTrackByPath(connection, name)));
    return found.map((track) => track?.artworkName ?? null);
  };
  try {
    await library.importFolder(music, () => {});
    const before = await covers();
    await connection.execute(
      sql`update tracks set fields_by_hand = '{cover}' where path like '%b.mp3'`,
    );
    await connection.execute(sql`update tracks set artwork_name = 'own' where path like '%c.mp3'`);
    await writeFile(path.join(music, "Cover.jpg"), "a picture");
    await library.importFolder(music, () => {});

    expect([before, await covers()]).toEqual([
      [null, null, null],
      ["0".repeat(32), null, "own"],
    ]);
    await connection.execute(sql`update tracks set artwork_name = null`);
    await library.importFolder(music, () => {});
    expect(await covers()).toEqual([null, null, null]);
    await writeFile(path.join(music, "Cover.jpg"), "another picture");
    await library.importFolder(music, () => {});
    expect(await covers()).toEqual(["0".repeat(32), null, "0".repeat(32)]);
  } finally {
    await library.close();
  }
});

test("files of a disabled or unplayable format are refused by name, and read once it is enabled", async () => {
  const { connection } = opened.database;
  for (const file of ["a.mp3", "b.wma", "c.mid", "cover.jpg"])
    await writeFile(path.join(music, file), `|${file}`);
  const library = openLibrary({ demoMusic: false });
  try {
    await connection.execute(sql`update station_settings set left_out_formats = '{wma}'`);
    const first = await library.importFolder(music, () => {});
    expect(first.added).toBe(1);
    expect(first.refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("WMA files are left out"),
      expect.stringContaining("can't play MIDI files"),
    ]);
    expect(await library.importFolder(music, () => {})).toMatchObject({ added: 0, refused: [] });

    await connection.execute(sql`update station_settings set left_out_formats = '{}'`);
    expect(await library.importFolder(music, () => {})).toMatchObject({ added: 1, refused: [] });
  } finally {
    await connection.execute(sql`update station_settings set left_out_formats = '{}'`);
    await library.close();
  }
});

test("a file that can't be stored is refused, and those after it are read", async () => {
  for (const file of ["a.mp3", "endless.mp3", "z.mp3"])
    await writeFile(path.join(music, file), file);
  const library = openLibrary({ demoMusic: false });

  try {
    library.start();
    await untilTitles("a z");
  } finally {
    await library.close();
  }

  const known = await listKnownFiles(opened.database.connection);
  expect(known.map(({ path: file, status }) => `${path.basename(file)} ${status}`).sort()).toEqual([
    "a.mp3 track",
    "endless.mp3 refused",
    "z.mp3 track",
  ]);
});

test("[P15] tracks of an older analysis are measured again in small batches and keep what operators set", async () => {
  const { connection } = opened.database;
  const names = Array.from({ length: 25 }, (_, index) => `track${index}`);
  for (const name of names) await writeFile(path.join(music, `${name}.mp3`), name);
  const first = openLibrary({ demoMusic: false });
  await first.importFolder(music, () => {});
  await first.close();
  await connection.execute(
    sql`update tracks set analysis_version = 0, start_next_ms = null, user_cue_out_ms = 900`,
  );

  const library = openLibrary({ demoMusic: false });
  try {
    library.start();
    const outdated = async (): Promise<number> =>
      (await listKnownFiles(connection)).filter(({ isOutdated }) => isOutdated).length;
    await expect.poll(outdated).toBe(0);
  } finally {
    await library.close();
  }

  const track = await findTrackByPath(connection, path.join(music, "track24.mp3"));
  expect(track).toMatchObject({ startNextMs: 1000, userCueOutMs: 900 });
});

test("another recording in a file's place starts clean, as the list of incoming files says; new tags alone change nothing", async () => {
  const { connection } = opened.database;
  const names = ["clipped tagged", "clipped replaced", "untouched"];
  for (const name of names) await writeFile(path.join(music, `${name}.mp3`), `|first ${name}`);
  const library = openLibrary({ demoMusic: false });
  try {
    await library.importFolder(music, () => {});
    await connection.execute(
      sql`update tracks set user_cue_out_ms = 900, user_gain_db = -3, user_fade_in_ms = 50`,
    );
    await connection.execute(
      sql`update found_troubles set accepted_at = now(), accepted_by = 'ada'`,
    );
    await writeFile(path.join(music, "clipped tagged.mp3"), "other tags|first clipped tagged");
    await writeFile(path.join(music, "clipped replaced.mp3"), "|second");

    await library.importFolder(music, () => {});
  } finally {
    await library.close();
  }

  const kept = { userCueOutMs: 900, userGainDb: -3, userFadeInMs: 50 };
  const clean = { userCueOutMs: null, userGainDb: null, userFadeInMs: null };
  const trackAt = async (name: string) =>
    await findTrackByPath(connection, path.join(music, `${name}.mp3`));
  expect(await Promise.all(names.map(trackAt))).toMatchObject([kept, clean, kept]);
  const accepted = await connection.execute(
    sql`select title, accepted_by from found_troubles join tracks on id = track_id order by title`,
  );
  expect(accepted.rows).toEqual([
    { title: "clipped replaced", accepted_by: null },
    { title: "clipped tagged", accepted_by: "ada" },
  ]);
  const filter = {};
  const incoming = await listIncoming(connection, { filter, offset: 0, limit: 9 });
  expect(incoming.map(({ state, reason }) => `${state} ${reason ?? ""}`.trim()).toSorted()).toEqual(
    [
      "added",
      "added",
      expect.stringMatching(
        /^added it holds a different recording now, so cue points, fades, gain/,
      ),
    ],
  );
});

test("[P94] a track counts as having a DC offset when any track of its album has one", async () => {
  const { connection } = opened.database;
  const names = ["a", "b", "c", "d"];
  for (const name of names) await writeFile(path.join(music, `${name}.mp3`), `|${name}`);
  const library = openLibrary({ demoMusic: false });
  await library.importFolder(music, () => {});
  await library.close();
  await connection.execute(sql`update tracks set
    album = case title when 'a' then 'Tide' when 'b' then 'Tide' when 'c' then 'Ebb' end,
    dc_offset = case title when 'a' then -0.2 else 0 end`);

  const found = await Promise.all(
    names.map((name) => findTrackByPath(connection, path.join(music, `${name}.mp3`))),
  );
  const all = await findTracks(
    connection,
    found.flatMap((track) => track?.id ?? []),
  );

  expect(found.map((track) => track?.hasDcOffset)).toEqual([true, true, false, false]);
  expect([...all.values()].filter(({ hasDcOffset }) => hasDcOffset)).toHaveLength(2);
});

test("[P21] a track knows the level of its disc: loudness by length, and the highest peak less the limiter's room", async () => {
  const { connection } = opened.database;
  const names = ["a", "b", "c", "d", "e"];
  for (const name of names) await writeFile(path.join(music, `${name}.mp3`), `|${name}`);
  const library = openLibrary({ demoMusic: false });
  await library.importFolder(music, () => {});
  await library.close();
  await connection.execute(sql`update tracks set
    album = case title when 'e' then null when 'd' then 'Ebb' else 'Tide' end, album_artist = 'Lux',
    disc_number = case title when 'a' then null else 1 end,
    track_number = case title when 'a' then 1 when 'b' then 2 when 'c' then null else 1 end,
    duration_ms = case title when 'a' then 300000 else 100000 end,
    integrated_lufs = case title when 'a' then -10 else -20 end,
    true_peak_dbtp = case title when 'a' then -1 else -3 end,
    limiter_room_db = case title when 'a' then 4 else 1 end`);

  const found = await Promise.all(
    names.map((name) => findTrackByPath(connection, path.join(music, `${name}.mp3`))),
  );

  const lufs = 10 * Math.log10((3 * 0.1 + 0.01) / 4);
  const tide = { integratedLufs: expect.closeTo(lufs, 3), truePeakDbtp: expect.closeTo(-4, 3) };
  expect(found.map((track) => track?.albumLevel)).toEqual([tide, tide, null, null, null]);
  const columns = sql.raw(
    `title, artist, artists, artist_keys, album, album_artist, album_artists, disc_number, track_number, codec, sample_rate_hz, channels, duration_ms,
     integrated_lufs, size_bytes, modified_at_ms, sort_key, search_text`,
  );
  await connection.execute(sql`insert into tracks (id, path, ${columns})
    select gen_random_uuid(), path || n, ${columns}
    from tracks, generate_series(1, 200) n where title = 'b'`);
  const crowd = await findTrackByPath(connection, path.join(music, "a.mp3"));
  expect(crowd?.albumLevel).toBeNull();
});

test("an upgrade clears the artist that an older release took from the name, unless an operator set it", async () => {
  const { connection } = opened.database;
  for (const name of ["read", "by hand", "named"])
    await writeFile(path.join(music, `${name}.mp3`), `|${name}`);
  const library = openLibrary({ demoMusic: false });
  await library.importFolder(music, () => {});
  await library.close();
  await connection.execute(sql`update tracks set artist = 'Unknown artist',
    sort_key = 'unknown artist' || chr(9) || lower(title), search_text = lower(title) || ' unknown artist'
    where title <> 'named'`);
  await connection.execute(
    sql`update tracks set fields_by_hand = '{artist}' where title = 'by hand'`,
  );

  const migration = new URL("../../migrations/0054_unnamed-artists.sql", import.meta.url);
  await connection.execute(sql.raw(await readFile(migration, "utf8")));

  const { rows } = await connection.execute(
    sql`select title, artist, sort_key, search_text from tracks order by title`,
  );
  expect(rows).toMatchObject([
    { title: "by hand", artist: "Unknown artist" },
    { title: "named", artist: "Tester" },
    { title: "read", artist: "", sort_key: "\tread", search_text: "read" },
  ]);
});

test("an upgrade splits an operator's artists, while those of a file stay one name until it is read again", async () => {
  const { connection } = opened.database;
  for (const name of ["read", "by hand", "nameless"])
    await writeFile(path.join(music, `${name}.mp3`), `|${name}`);
  const library = openLibrary({ demoMusic: false });
  await library.importFolder(music, () => {});
  await library.close();
  await connection.execute(sql`update tracks set artist = 'Earth; Wínd', album_artist = 'X; Y',
    sort_key = 'earth; wind' || chr(9) || lower(title) where title <> 'nameless'`);
  await connection.execute(sql`update tracks set artist = '' where title = 'nameless'`);
  await connection.execute(
    sql`update tracks set fields_by_hand = '{artist,albumArtist}' where title = 'by hand'`,
  );
  await connection.execute(sql`delete from changed_track_groups`);

  const migration = new URL("../../migrations/0060_artists.sql", import.meta.url);
  const statements = (await readFile(migration, "utf8")).split("--> statement-breakpoint");
  for (const statement of statements)
    if (/^\s*(UPDATE "tracks"|INSERT)/.test(statement))
      await connection.execute(sql.raw(statement));

  const { rows } = await connection.execute(
    sql`select title, artists, artist_keys, album_artists from tracks order by title`,
  );
  const changed = await connection.execute(
    sql`select distinct key from changed_track_groups where facet = 'artist' order by key`,
  );
  expect(rows).toEqual([
    {
      title: "by hand",
      artists: ["Earth", "Wínd"],
      artist_keys: ["earth", "wind"],
      album_artists: ["X", "Y"],
    },
    { title: "nameless", artists: [], artist_keys: [], album_artists: [] },
    {
      title: "read",
      artists: ["Earth; Wínd"],
      artist_keys: ["earth; wind"],
      album_artists: ["X; Y"],
    },
  ]);
  expect(changed.rows.map(({ key }) => key)).toEqual(["earth", "earth; wind", "tester", "wind"]);
});

test("an empty library gets the demo tracks, read as they are made, and reports it once", async () => {
  const lines: unknown[] = [];
  const made = Promise.withResolvers<void>();
  const listening = createLogTo(
    (line) => {
      lines.push(JSON.parse(line));
      if (line.includes("tracks created")) made.resolve();
    },
    { part: "test", level: "info" },
  );
  const library = openLibrary({ demoMusic: true, log: listening });
  try {
    library.start();
    await untilTitles("ident one two");
    await made.promise;
    expect(lines).toMatchObject([
      { msg: "the library is empty: creating the demo tracks" },
      { msg: "demo tracks created", added: 3 },
    ]);
  } finally {
    await library.close();
    await rm(path.join(opened.dataDir, "music"), { recursive: true });
  }
});

test("an unfinished demo album is completed at the next start", async () => {
  const first = openLibrary({ demoMusic: true });
  first.start();
  await untilTitles("ident one two");
  await first.close();
  await rm(path.join(opened.dataDir, "music", "demo", "two.mp3"));
  await opened.database.connection.execute(sql`delete from tracks where title = 'two'`);

  const second = openLibrary({ demoMusic: true });
  try {
    second.start();
    await untilTitles("ident one two");
  } finally {
    await second.close();
    await rm(path.join(opened.dataDir, "music"), { recursive: true });
  }
});

test("a folder is imported over the control socket, with a line for each refused file", async () => {
  for (const file of ["one.mp3", "crash.mp3", "two.mp3"])
    await writeFile(path.join(music, file), file);
  await writeFile(latin1Path("caf\xe9.mp3"), "café");
  const config = { dataDir: opened.dataDir, musicDirs: [], demoMusic: false };
  const library = new Library({
    database: opened.database,
    events,
    config,
    media: testMedia,
    moveBelongings,
    log: silent,
  });
  const socketPath = path.join(opened.dataDir, "control.sock");
  const settings = await Settings.load(opened.database, events);
  const parts = {
    database: opened.database,
    library,
    events,
    settings,
    schedule: { reload: async () => {} },
    systemLog,
    link: null,
    throttle: createLoginThrottle(),
    doctor: () => Promise.reject(new Error("nothing asks it here")),
    dataDir: opened.dataDir,
    musicDirs: [],
    isRunning: true,
  };
  const control = await ControlServer.start(socketPath, { parts, log: silent });
  const lines: string[] = [];
  try {
    const exitCode = await askRunningStation({
      socketPath,
      args: ["import", music],
      print: (line) => lines.push(line),
    });

    expect(exitCode).toBe(0);
    expect(lines.at(-1)).toBe("2 tracks imported, 2 files refused");
    const misnamed = path.join(music, String.raw`caf\xe9.mp3`);
    expect(lines).toContain(`refused ${misnamed}: its name is not UTF-8: rename it`);
    expect(lines.join("\n")).toContain("crash.mp3: Reading it crashed the decoder");
    expect(await titles()).toBe("one two");
  } finally {
    await control.close();
    await library.close();
  }
  expect(await askRunningStation({ socketPath, args: [], print: () => {} })).toBeNull();
});

test.each([
  [["import", "/no/such/folder"], 1, "/no/such/folder is not a readable folder"],
  [["user", "add", "eve", "emperor"], 1, "ROLE must be one of"],
  [["user", "reset-password", "no-one"], 1, "No account is called 'no-one'"],
  [["dance"], 2, "import DIR"],
])("the command %j ends with code %i", async (args, exitCode, words) => {
  const library = openLibrary({ demoMusic: false });
  const lines: string[] = [];
  const settings = await Settings.load(opened.database, events);
  const parts = {
    database: opened.database,
    library,
    events,
    settings,
    schedule: { reload: async () => {} },
    systemLog,
    link: null,
    throttle: createLoginThrottle(),
    doctor: () => Promise.reject(new Error("nothing asks it here")),
    dataDir: opened.dataDir,
    musicDirs: [],
    isRunning: false,
  };

  expect(await runCommand(parts, { args, print: (line) => lines.push(line) })).toBe(exitCode);
  expect(lines.join("\n")).toContain(words);
  await library.close();
});
