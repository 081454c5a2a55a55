import { createLog } from "@neonrelay/process/log";
import { describeProgram, readProgramVersion } from "@neonrelay/process/program-version";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareEmptyDatabase } from "../database/test-database.ts";
import { DATA_FILE, readDataFile, requireOwnData } from "../database/data-file.ts";
import { migrationsFolder, ownSchemaVersion } from "../database/own-schema.ts";
import { createSettings } from "../settings/settings-store.ts";
import { openStationDatabase } from "./open-station-database.ts";
import { BACKUPS_FOLDER, updateBackupFile } from "../backup/kept-update-backups.ts";

const log = createLog({ part: "test", level: "silent" });
const own = describeProgram(readProgramVersion());
/** Migrations of a release with an additional table. */
let newer: string;
beforeAll(async () => {
  newer = await mkdtemp(path.join(tmpdir(), "neonrelay-migrations-"));
  await cp(migrationsFolder, newer, { recursive: true });
  const journalFile = path.join(newer, "meta/_journal.json");
  const journal = JSON.parse(await readFile(journalFile, "utf8"));
  const when = ownSchemaVersion() + 1;
  journal.entries.push({ ...journal.entries.at(-1), idx: 999, when, tag: "9999_newer" });
  await writeFile(journalFile, JSON.stringify(journal));
  await writeFile(path.join(newer, "9999_newer.sql"), "create table newer (id int)");
});
afterAll(() => rm(newer, { recursive: true }));

test("data of a newer program is refused in words that name both, and stays unchanged", async () => {
  await using place = await prepareEmptyDatabase();
  await openAndClose(place, newer);
  await writeProgram(place.dataDir, "9.9.9 (abcdef0)");

  const byFile = openAndClose(place);
  await expect(byFile).rejects.toThrow(
    `were written by a newer version of Neon Relay, 9.9.9 (abcdef0); this is ${own}. Start that version, or restore a backup`,
  );
  expect(() => requireOwnData(place.dataDir)).toThrow("9.9.9 (abcdef0)");
  await rm(path.join(place.dataDir, DATA_FILE));
  const byDatabase = openAndClose(place);
  await expect(byDatabase).rejects.toThrow(
    `were written by a newer version of Neon Relay, ${own}; this is ${own}.`,
  );
});

test("startup reports progress while the embedded database opens", async () => {
  await using place = await prepareEmptyDatabase();
  const steps = new Set<string>();
  const onProgress = (step: string) => void steps.add(step);
  const opened = await openStationDatabase({ config: place, log, onProgress });
  await opened.close();

  expect(steps.has("opens the database")).toBe(place.databaseUrl === null);
});

test("an update first backs up the data of a station, skips an empty database, and keeps five backups", async () => {
  await using place = await prepareEmptyDatabase();
  await openAndClose(place);
  await openAndClose(place, newer);
  const withoutStation = await readdir(place.dataDir);
  const opened = await openAt(place, newer);
  const { database } = opened;
  await database.transaction((transaction) => createSettings(transaction, { accessCodeHash: "-" }));
  // Restores the state before the update.
  await database.connection.execute(sql`drop table newer`);
  await database.connection.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at > ${ownSchemaVersion()}`,
  );
  await opened.close();
  const earlier = Array.from({ length: 6 }, (_, day) =>
    updateBackupFile({
      dataDir: place.dataDir,
      program: "0.0.1-abcdef0",
      createdAt: new Date(Date.UTC(2026, 0, day + 1)),
    }),
  );
  await mkdir(path.join(place.dataDir, BACKUPS_FOLDER));
  for (const file of earlier) await writeFile(file, "");
  await openAndClose(place, newer);

  const backups = await readdir(path.join(place.dataDir, BACKUPS_FOLDER));
  expect(withoutStation).not.toContain(BACKUPS_FOLDER);
  expect(backups.filter((name) => name.startsWith("before-0.0.1-")).toSorted()).toEqual(
    earlier.slice(2).map((file) => path.basename(file)),
  );
  expect(backups).toHaveLength(5);
  for (const name of backups)
    expect(name).toMatch(/^before-\d+\.\d+\.\d+-[\da-f]{7}-[\dT-]+Z\.backup\.gz$/);
  const newest = path.join(
    place.dataDir,
    BACKUPS_FOLDER,
    backups.find((name) => !name.startsWith("before-0.0.1-")) ?? "",
  );
  const [head = ""] = gunzipSync(await readFile(newest))
    .toString()
    .split("\n");
  expect(JSON.parse(head)).toMatchObject({ program: own, schema: ownSchemaVersion() });
});

test("a station's id is permanent, and its data records which program opened it", async () => {
  await using place = await prepareEmptyDatabase();
  await openAndClose(place);
  const first = readDataFile(place.dataDir);
  await openAndClose(place);

  expect(first).toEqual({
    stationId: expect.stringMatching(/^[\da-f-]{36}$/),
    program: own,
    schema: ownSchemaVersion(),
  });
  expect(readDataFile(place.dataDir)).toEqual(first);
});

test("a server database belongs to one station at a time, and to any number of its nodes", async () => {
  await using place = await prepareEmptyDatabase();
  // The embedded database is in the data folder, where a lock keeps others out.
  if (place.databaseUrl === null) return;
  await using other = await prepareEmptyDatabase();
  const stranger = { databaseUrl: place.databaseUrl, dataDir: other.dataDir };
  await openAndClose(place);
  await using nodes = new AsyncDisposableStack();
  const first = await openAt(place);
  nodes.defer(() => first.close());
  await using secondFolder = await prepareEmptyDatabase();
  await cp(path.join(place.dataDir, DATA_FILE), path.join(secondFolder.dataDir, DATA_FILE));

  const second = await openAt({ ...place, dataDir: secondFolder.dataDir });
  const refused = openAndClose(stranger);
  await expect(refused).rejects.toThrow(
    /^Another station is using the database on 127\.0\.0\.1:\d+: stop it/,
  );
  await second.close();
  await expect(openAndClose(stranger)).rejects.toThrow("Another station");
  await nodes.disposeAsync();
  await openAndClose(stranger);
});

type Place = Pick<Awaited<ReturnType<typeof prepareEmptyDatabase>>, "databaseUrl" | "dataDir">;

async function openAt(config: Place, migrations = migrationsFolder) {
  return await openStationDatabase({ config, log, onProgress: () => {}, migrations });
}

async function openAndClose(place: Place, migrations = migrationsFolder): Promise<void> {
  const opened = await openAt(place, migrations);
  await opened.close();
}

async function writeProgram(dataDir: string, program: string): Promise<void> {
  const data = { stationId: randomUUID(), schema: ownSchemaVersion() + 1, program };
  await writeFile(path.join(dataDir, DATA_FILE), JSON.stringify(data));
}
