import { createLog } from "@neonrelay/process/log";
import { createDatabase, dropDatabase } from "@neonrelay/test-station/test-databases";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "./open-database.ts";
import type { Database } from "./database.ts";
import { createStation } from "../system/prepare-first-run.ts";
import { KeptDatabases } from "./test-kept-databases.ts";
import { findTemplate } from "./test-template.ts";
import { copyTemplate } from "./test-template-copy.ts";
import { saveTrack } from "../library/track-store.ts";

/** A fresh database in a folder of its own, for tests. */
export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  /** null: embedded. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

export interface TestEngine {
  readonly name: string;
  open(): Promise<TestDatabase>;
}

/** A PostgreSQL server for the tests to use instead of the embedded database. */
const serverUrl = process.env["TEST_DATABASE_URL"];

/** The engine of this run, for suites that name it. */
export const testEngines: readonly TestEngine[] = [
  { name: serverUrl === undefined ? "embedded" : "PostgreSQL", open: openTestDatabase },
];

/** Of this process: creating one takes a second, emptying one does not. */
const keptDatabases = new KeptDatabases({
  serverUrl: serverUrl ?? null,
  folder: process.env["TEST_DATABASE_FOLDER"],
});

/** A database with a station's rows: embedded, or on the server of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-database-"));
  const taken = await keptDatabases.take();
  return await beginStation(taken.database, {
    databaseUrl: taken.databaseUrl,
    dataDir,
    remove: () => taken.giveBack(),
  });
}

/** This run's engine; if embedded, its files are in the data folder, as a station's are. */
export const engineInDataFolder: TestEngine = {
  name: "in its data folder",
  open: async () => {
    const place = await prepareEmptyDatabase();
    const opened = await openDatabaseAt(place);
    return {
      ...opened,
      [Symbol.asyncDispose]: async () => {
        await opened.database.close();
        await place[Symbol.asyncDispose]();
      },
    };
  },
};

/** An existing database, with the tables and settings of a new station. */
export async function openDatabaseAt({
  databaseUrl,
  dataDir,
}: {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}): Promise<TestDatabase> {
  const log = createLog({ part: "test", level: "silent" });
  const database = await openDatabase({ databaseUrl, dataDir, beforeMigration: null, log });
  return await beginStation(database, { databaseUrl, dataDir, remove: () => database.close() });
}

async function beginStation(
  database: Database,
  {
    databaseUrl,
    dataDir,
    remove,
  }: Pick<TestDatabase, "databaseUrl" | "dataDir"> & { readonly remove: () => Promise<void> },
): Promise<TestDatabase> {
  await database.transaction((transaction) => createStation(transaction, { accessCodeHash: "-" }));
  return {
    database,
    databaseUrl,
    dataDir,
    [Symbol.asyncDispose]: async () => {
      await remove();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Adds tracks with these titles to the library. @returns their ids, in the same order */
export async function addTestTracks(
  database: Database,
  titles: readonly string[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const id = randomUUID();
    await saveTrack(database.connection, {
      id,
      kind: "file",
      path: `/music/${title}.mp3`,
      title,
      artist: "Test Tones",
      artists: ["Test Tones"],
      artistKeys: ["test tones"],
      albumArtists: [],
      album: null,
      genre: null,
      year: null,
      trackNumber: null,
      codec: "mp3",
      bitrateKbps: 192,
      sampleRateHz: 44_100,
      channels: 2,
      durationMs: 61_499,
      integratedLufs: -16,
      truePeakDbtp: -3,
      loudnessRangeLu: 1,
      artworkName: null,
      sizeBytes: 1000,
      modifiedAtMs: 1,
      fingerprint: null,
      sortKey: `test tones\t${title.toLowerCase()}`,
      searchText: `${title.toLowerCase()} test tones`,
    });
    ids.push(id);
  }
  return ids;
}

/** A data folder and a database with tables, not yet used by any station. */
export async function prepareEmptyDatabase(): Promise<
  AsyncDisposable & { readonly databaseUrl: string | null; readonly dataDir: string }
> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-database-"));
  const name = `neonrelay_test_${randomUUID().replaceAll("-", "")}`;
  if (serverUrl === undefined) await copyTemplate(await findTemplate(), dataDir);
  return {
    databaseUrl: serverUrl === undefined ? null : await createDatabase(serverUrl, name),
    dataDir,
    [Symbol.asyncDispose]: async () => {
      if (serverUrl !== undefined) await dropDatabase(serverUrl, name);
      await rm(dataDir, { recursive: true });
    },
  };
}
