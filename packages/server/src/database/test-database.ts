import { createLog } from "@neonrelay/process/log";
import { createHash, randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { openDatabase, type Database } from "./database.ts";
import { createSettings } from "./settings-store.ts";
import { saveTrack } from "./track-store.ts";

/** A fresh database of one engine in a folder of its own, for tests. */
export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  readonly dataDir: string;
}

export interface TestEngine {
  readonly name: string;
  open(): Promise<TestDatabase>;
}

const serverUrl = process.env["TEST_DATABASE_URL"];

/** Every engine there is here: the embedded one, and PostgreSQL when TEST_DATABASE_URL names a server. */
export const testEngines: readonly TestEngine[] = [
  { name: "embedded", open: () => openTest(null) },
  ...(serverUrl === undefined
    ? []
    : [{ name: "PostgreSQL", open: () => openFreshOn(new URL(serverUrl)) }]),
];

/** The embedded database with the rows of a station in it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  return await openTest(null);
}

async function openFreshOn(server: URL): Promise<TestDatabase> {
  const name = `neonrelay_test_${randomUUID().replaceAll("-", "")}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const opened = await openTest(url.href);
  return {
    ...opened,
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]();
      await onServer(server, `DROP DATABASE ${name}`);
    },
  };
}

async function onServer(server: URL, statement: string): Promise<void> {
  const client = new Client({ connectionString: server.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function openTest(databaseUrl: string | null): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "neonrelay-database-"));
  if (databaseUrl === null)
    await cp(await findTemplate(), path.join(dataDir, "database"), { recursive: true });
  const log = createLog({ part: "test", level: "silent" });
  const database = await openDatabase({ databaseUrl, dataDir, log });
  await database.transaction((transaction) => createSettings(transaction, { accessCodeHash: "-" }));
  return {
    database,
    dataDir,
    [Symbol.asyncDispose]: async () => {
      await database.close();
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
      gainDb: 0,
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
