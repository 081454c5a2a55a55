import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createLogTo } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "./database.ts";
import { areWritesHeld, isDatabaseAway } from "./database-failures.ts";
import { QUERY_LIMIT_MS } from "./embedded-database.ts";
import { insertOutput } from "../outputs/output-store.ts";
import { findSettings, saveSettings } from "../settings/settings-store.ts";
import {
  addTestTracks,
  openTestDatabase,
  testEngines,
  type TestDatabase,
} from "./test-database.ts";
import { countTracks, listTracks } from "../library/track-list-store.ts";
import { searchTracks } from "../library/track-search-store.ts";
import { listKnownFiles } from "../library/known-file-store.ts";
import { findTrack, markFilesFound, markFilesMissing } from "../library/track-store.ts";
import { saveRefusedFile } from "../library/refused-file-store.ts";

const specTables = [
  "chat_messages",
  "comments",
  "queue_items",
  "radio_state",
  "security_events",
  "station_settings",
  "system_logs",
  "tracks",
  "users",
];

describe.each(testEngines)("on $name", (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await engine.open();
    const ids = await addTestTracks(opened.database, [
      "Neon Drive",
      "Synthwave Sunrise",
      "Café del Mar",
      "100% Pure",
      "Zeta",
    ]);
    // A fast machine adds several within one tick of the embedded database's clock.
    for (const [seconds, id] of ids.entries())
      await opened.database.connection.execute(
        sql`update tracks set created_at = to_timestamp(${seconds}::int) where id = ${id}`,
      );
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test("a refused statement keeps its connection", async () => {
    const { connection } = opened.database;
    await connection.execute(sql`create temporary table of_this_connection (value int)`);

    await expect(connection.execute(sql`select 1 / 0`)).rejects.toThrow("statement failed");

    const { rows } = await connection.execute(sql`select * from of_this_connection`);
    expect(rows).toEqual([]);
    await connection.execute(sql`drop table of_this_connection`);
  });

  test("the nine tables of the specification exist under their names", async () => {
    const { rows } = await opened.database.connection.execute<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = 'public'`);

    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(specTables));
  });

  test("a page of the library can start anywhere in the list", async () => {
    const page = async (offset: number) => {
      const { connection } = opened.database;
      const order = { sort: "title", isDescending: false } as const;
      const list = { folded: "", filters: {}, most: null, afterId: null, offset, limit: 2, order };
      const { tracks, hasMore } = await listTracks(connection, list);
      return { titles: tracks.map(({ title }) => title), hasMore };
    };

    expect([await page(1), await page(4), await page(9)]).toEqual([
      { titles: ["Café del Mar", "Neon Drive"], hasMore: true },
      { titles: ["Zeta"], hasMore: false },
      { titles: [], hasMore: false },
    ]);
  });

  test.each([
    ["artist", "100% Pure, Café del Mar, Neon Drive, Synthwave Sunrise, Zeta"],
    ["title", "100% Pure, Café del Mar, Neon Drive, Synthwave Sunrise, Zeta"],
    ["added", "Zeta, 100% Pure, Café del Mar, Synthwave Sunrise, Neon Drive"],
  ] as const)("the library is paged by %s without a gap or a repetition", async (sort, order) => {
    const { connection } = opened.database;
    const titles: string[] = [];
    let afterId: string | null = null;
    for (let hasMore = true; hasMore;) {
      const list = { folded: "", filters: {}, most: null, offset: 0, limit: 2 };
      const page = await listTracks(connection, {
        ...list,
        afterId,
        order: { sort, isDescending: sort === "added" },
      });
      titles.push(...page.tracks.map(({ title }) => title));
      afterId = page.tracks.at(-1)?.id ?? null;
      hasMore = page.hasMore;
    }

    expect(titles.join(", ")).toBe(order);
    expect(
      await countTracks(connection, {
        folded: "",
        filters: {},
        most: null,
        order: { sort: "artist", isDescending: false },
      }),
    ).toBe(5);
  });

  test.each([
    ["neon", ["Neon Drive"]],
    ["sythwave", ["Synthwave Sunrise"]],
    ["ze", ["Zeta"]],
    ["100% p", ["100% Pure"]],
    ["00", []],
    ["wave", ["Synthwave Sunrise"]],
    ["sunrise synth", ["Synthwave Sunrise"]],
    ["a'b\\ & | ! :* (", []],
    ["%", []],
    ["nothing like it", []],
  ])("a search for %j finds %j", async (folded, titles) => {
    const found = await searchTracks(opened.database.connection, folded);

    expect(found.map(({ title }) => title)).toEqual(titles);
  });

  test("a missing file leaves the list, keeps its track and returns with the same id", async () => {
    const { connection } = opened.database;
    const [before] = await searchTracks(connection, "zeta");

    await markFilesMissing(connection, ["/music/Zeta.mp3"]);
    const whileMissing = await searchTracks(connection, "zeta");
    const kept = await findTrack(connection, before?.id ?? "");
    await markFilesFound(connection, ["/music/Zeta.mp3"]);
    const [after] = await searchTracks(connection, "zeta");

    expect(whileMissing).toEqual([]);
    expect(kept?.missingSince).toBeInstanceOf(Date);
    expect(after).toEqual(before);
  });

  test("a refused file is remembered until it vanishes", async () => {
    const { connection } = opened.database;
    const file = { path: "/music/broken.mp3", sizeBytes: 3, modifiedAtMs: 2 };

    await saveRefusedFile(connection, { ...file, reason: "not audio" });
    expect(await listKnownFiles(connection)).toContainEqual({
      ...file,
      status: "refused",
      isOutdated: false,
    });
    await markFilesMissing(connection, [file.path]);

    expect((await listKnownFiles(connection)).map(({ path }) => path)).not.toContain(file.path);
  });

  test("a failed statement names what went wrong, never the values it was given", async () => {
    const { database } = opened;
    const insert = (connection: Connection) =>
      connection.execute(sql`insert into users (id, username, role, password_hash)
        values (${"not-an-id-hidden"}, ${"hidden-name"}, 'admin', ${"hidden-hash"})`);
    const doubled = (connection: Connection) =>
      connection.execute(sql`insert into music_folders (path)
        values (${"/hidden"}), (${"/hidden"})`);

    const written: string[] = [];
    const testLog = createLogTo((line) => written.push(line), { part: "test", level: "info" });
    for (const work of [insert, doubled])
      for (const run of [() => work(database.connection), () => database.transaction(work)])
        await run().catch((error: unknown) => testLog.error({ error }, "failed"));

    expect(written.length).toBe(4);
    expect(written.join("")).not.toContain("hidden");
    expect(written.join("")).toContain("duplicate key value violates unique constraint");
  });

  test("outputs older than the rule for private hosts still work", async () => {
    const { connection } = opened.database;
    const migration = await readFile(
      new URL("../../migrations/0020_private-output-hosts.sql", import.meta.url),
      "utf8",
    );
    await saveSettings(connection, { allowedStreamHosts: ["studio.lan"] });
    for (const host of ["127.0.0.1", "Studio.LAN", "icecast.lan", "127.0.0.1"])
      await insertOutput(connection, {
        id: randomUUID(),
        codec: "mp3",
        host,
        port: 8000,
        isTls: false,
        mount: "/neon.mp3",
        username: "source",
        password: "s3cret",
        isPublic: false,
        isEnabled: true,
      });

    await connection.execute(sql.raw(migration));

    const settings = await findSettings(connection);
    const allowed = settings?.allowedStreamHosts.toSorted();
    expect(allowed).toEqual(["127.0.0.1", "icecast.lan", "studio.lan"]);
  });

  test("a transaction that fails leaves nothing behind", async () => {
    const { database } = opened;
    const failing = database.transaction(async (transaction) => {
      await transaction.execute(sql`insert into music_folders (path) values ('/half')`);
      throw new Error("stop");
    });

    await expect(failing).rejects.toThrow("stop");
    const { rows } = await database.connection.execute(sql`select path from music_folders`);
    expect(rows).toEqual([]);
  });

  test("a statement in a long transaction may take longer, and cannot write while writes are held", async () => {
    const { database } = opened;
    const sleeping = database.longTransaction((transaction) =>
      transaction.execute(sql`select pg_sleep(${QUERY_LIMIT_MS / 1000 + 1.5})`),
    );
    await expect(sleeping).resolves.toHaveProperty("rowCount", 1);

    database.holdWrites(true);
    const held = database
      .longTransaction((transaction) => transaction.execute(sql`delete from music_folders`))
      .finally(() => database.holdWrites(false));
    await expect(held).rejects.toSatisfy(areWritesHeld);
  });
});

test("an overrun inside a transaction ends only that transaction", async () => {
  await using opened = await openTestDatabase();
  const { database } = opened;
  const endless = database.transaction(async (transaction) => {
    await transaction.execute(sql`insert into music_folders (path) values ('/half')`);
    await transaction.execute(sql`select count(*) from generate_series(1, 100000000000)`);
  });

  const error: unknown = await endless.catch((reason: unknown) => reason);
  expect(isDatabaseAway(error)).toBe(true);
  const { rows } = await database.connection.execute(sql`select path from music_folders`);
  expect(rows).toEqual([]);
});
