/** Creating an embedded database takes seconds; copying one does not. For tests. */
import { createLog } from "@neonrelay/process/log";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "./open-database.ts";

const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));
const templatesFolder = fileURLToPath(
  new URL("../../../../node_modules/.cache/neonrelay-test-database", import.meta.url),
);

/**
 * template1 and template0, from which no other is created: two thirds of the files. `embedded-copy.ts` skips them, too.
 */
const templateDatabases = ["1", "4"];

/**
 * The folder of an embedded database with all tables and no rows, to copy from. Kept for the next run under a name made
 * of its migrations, its PGlite and how it was created.
 */
export async function findTemplate(): Promise<string> {
  const template = path.join(templatesFolder, await templateName());
  if (await isThere(template)) return template;
  await mkdir(templatesFolder, { recursive: true });
  const dataDir = await mkdtemp(path.join(templatesFolder, "unfinished-"));
  try {
    const log = createLog({ part: "test", level: "silent" });
    const database = await openDatabase({ databaseUrl: null, dataDir, beforeMigration: null, log });
    await database.close();
    for (const oid of templateDatabases)
      await rm(path.join(dataDir, "database", "base", oid), { recursive: true });
    // Another test file may have been faster: a rename onto its folder fails, and its template is just as good.
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
  // The PGlite file that Node loads is in dist/ of its package.
  const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  hash.update(await readFile(path.join(path.dirname(pglite), "../package.json")));
  hash.update(await readFile(import.meta.filename));
  return hash.digest("hex").slice(0, 16);
}

async function isThere(folder: string): Promise<boolean> {
  return await stat(folder).then(
    () => true,
    () => false,
  );
}
