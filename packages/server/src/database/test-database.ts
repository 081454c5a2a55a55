import { createLog } from "@neonrelay/process/log";
// oxlint-disable-next-line no-restricted-imports -- this file is for tests, and so is that
import { createDatabase, dropDatabase } from "@neonrelay/test-station/test-postgres";
import { createHash, randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase, type Database } from "./database.ts";
import { createSettings } from "./settings-store.ts";
import { saveTrack } from "./track-store.ts";

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

/** Of a PostgreSQL server the tests are to run on instead of the embedded database. */
const serverUrl = process.env["TEST_DATABASE_URL"];

/** The engine of this run, for suites that name it. */
export const testEngines: readonly TestEngine[] = [
  { name: serverUrl === undefined ? "embedded" : "PostgreSQL", open: openTestDatabase },
];

/** A database with the rows of a station in it: embedded, or on the server of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<TestDatabase> {
  return serverUrl === undefined ? await openEmbedded() : await openOnServer(serverUrl);
}

async function openEmbedded(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-database-"));
  await cp(await findTemplate(), path.join(dataDir, "database"), { recursive: true });
  return await open({ databaseUrl: null, dataDir, remove: async () => {} });
}

async function openOnServer(url: string): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-database-"));
  const name = `neonrelay_test_${randomUUID().replaceAll("-", "")}`;
  return await open({
    databaseUrl: await createDatabase(url, name),
    dataDir,
    remove: () => dropDatabase(url, name),
  });
}

async function open({
  databaseUrl,
  dataDir,
  remove,
}: {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** What is to be done once it is closed. */
  readonly remove: () => Promise<void>;
}): Promise<TestDatabase> {
  const log = createLog({ part: "test", level: "silent" });
  const database = await openDatabase({ databaseUrl, dataDir, log });
  await database.transaction((transaction) => createSettings(transaction, { accessCodeHash: "-" }));
  return {
    database,
    databaseUrl,
    dataDir,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await remove();
      await rm(dataDir, { recursive: true });
    },
  };
}

const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));
const templatesFolder = fileURLToPath(
  new URL("../../../../node_modules/.cache/neonrelay-test-database", import.meta.url),
);

/**
 * An embedded database with all tables and no rows, to be copied: making one takes seconds. Kept for the next run
 * under a name that says of which migrations and which PGlite it is.
 */
async function findTemplate(): Promise<string> {
  const template = path.join(templatesFolder, await templateName());
  if (await isThere(template)) return template;
  await mkdir(templatesFolder, { recursive: true });
  const dataDir = await mkdtemp(path.join(templatesFolder, "unfinished-"));
  try {
    const log = createLog({ part: "test", level: "silent" });
    const database = await openDatabase({ databaseUrl: null, dataDir, log });
    await database.close();
    // Another test file may have been faster; a rename onto its folder fails, and its template is as good.
    await rename(path.join(dataDir, "database"), template).catch(async (error: unknown) => {
      if (!(await isThere(template))) throw error;
    });
    return template;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function templateName(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await readdir(migrationsFolder)).sort())
    if (file.endsWith(".sql")) hash.update(await readFile(path.join(migrationsFolder, file)));
  // The file of PGlite that is loaded lies in dist/ of its package.
  const packageFile = new URL("../package.json", import.meta.resolve("@electric-sql/pglite"));
  hash.update(await readFile(packageFile));
  return hash.digest("hex").slice(0, 16);
}

async function isThere(folder: string): Promise<boolean> {
  return await stat(folder).then(
    () => true,
    () => false,
  );
}

/** Puts tracks named by their titles into the library. @returns their ids, in the same order */
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
      sortKey: `test tones\t${title.toLowerCase()}`,
      searchText: `${title.toLowerCase()} test tones`,
    });
    ids.push(id);
  }
  return ids;
}
