import { existsSync, readFileSync, realpathSync } from "node:fs";
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { constants } from "node:fs";
import path from "node:path";
import { CHANGE_NOTE_FILE, readChangeNote, type ChangeNote } from "@neonrelay/server/change-note";
import type { KeptTables } from "@neonrelay/server/kept-tables";
import * as z from "zod";
import type { StationConfig } from "./config.ts";

/** Folder below the data folder with the versions that `station upgrade` unpacked, and their records. */
const RELEASES_FOLDER = "releases";
const CURRENT_FILE = "current.json";
/** The data that is kept: the file saying which program wrote it, and the embedded database. */
const PROGRAM_FILE = "station-data.json";
const EMBEDDED_DATABASE = "database";

const releaseSchema = z.object({ version: z.string(), root: z.string(), schema: z.number() });
/** A version, its folder and its schema number. */
export type Release = Readonly<z.infer<typeof releaseSchema>>;

/** Name of a kept copy of the data in this folder. */
export type KeptData = NonNullable<ChangeNote["data"]>;

const currentSchema = releaseSchema.extend({
  /** Version installed where the station is started; when that changes, the installed version runs. */
  installed: z.string(),
  /** Where `--back` leads; `data` is the copy from before the upgrade, null if the schema did not change. */
  previous: z.nullable(releaseSchema.extend({ data: z.nullable(z.literal("data-before")) })),
});
export type CurrentRelease = Readonly<z.infer<typeof currentSchema>>;

/** Where a station's data are. */
export type DataPlace = Pick<StationConfig, "dataDir" | "databaseUrl">;

/** DATA_DIR/releases, and the copies kept beside the tables on a PostgreSQL server. */
export class ReleaseFolder {
  readonly #dataDir: string;
  /** null: embedded database. */
  readonly #databaseUrl: string | null;
  readonly #keptParts: readonly string[];
  readonly path: string;

  constructor({ dataDir, databaseUrl }: DataPlace) {
    this.#dataDir = dataDir;
    this.#databaseUrl = databaseUrl;
    this.#keptParts = databaseUrl === null ? [EMBEDDED_DATABASE, PROGRAM_FILE] : [PROGRAM_FILE];
    this.path = path.join(dataDir, RELEASES_FOLDER);
  }

  /** null: the installed version runs. */
  get current(): CurrentRelease | null {
    return currentSchema.safeParse(this.#read(CURRENT_FILE)).data ?? null;
  }

  async setCurrent(current: CurrentRelease | null): Promise<void> {
    await this.#write(CURRENT_FILE, current);
  }

  /** null: no change in progress. */
  get underWay(): ChangeNote | null {
    return readChangeNote(this.#dataDir);
  }

  async setUnderWay(underWay: ChangeNote | null): Promise<void> {
    await this.#write(path.basename(CHANGE_NOTE_FILE), underWay);
  }

  hasData(name: KeptData): boolean {
    return existsSync(path.join(this.path, name));
  }

  /** Why the data can't be kept, in words; null if it can. */
  async findKeepTrouble(): Promise<string | null> {
    return (await (await this.#tables())?.findTrouble()) ?? null;
  }

  async removeData(name: KeptData): Promise<void> {
    await rm(path.join(this.path, name), { recursive: true, force: true });
    await (await this.#tables())?.remove(name);
  }

  /**
   * Copies the data of a stopped server. Atomic: a complete copy of that name exists, or none.
   * @param root folder of the version that wrote the data
   */
  async keepData(name: KeptData, root: string): Promise<void> {
    const unfinished = path.join(this.path, `.${name}`);
    await rm(unfinished, { recursive: true, force: true });
    await this.removeData(name);
    await (await this.#tables())?.keep(name, migrationsOf(root));
    for (const part of this.#keptParts)
      await copy(path.join(this.#dataDir, part), path.join(unfinished, part));
    await rename(unfinished, path.join(this.path, name));
  }

  /**
   * Replaces the data with a kept copy, which stays. Repeat an interrupted call.
   * @param root folder of a version that can read the data
   */
  async restoreData(name: KeptData, root: string): Promise<void> {
    await (await this.#tables())?.restore(name, migrationsOf(root));
    for (const part of this.#keptParts) {
      const place = path.join(this.#dataDir, part);
      const arriving = path.join(this.path, `.arriving-${part}`);
      await rm(arriving, { recursive: true, force: true });
      await copy(path.join(this.path, name, part), arriving);
      await rm(place, { recursive: true, force: true });
      await rename(arriving, place);
    }
  }

  /**
   * Imported on demand, which few stations need: Drizzle and the PostgreSQL client would stay in the launcher's memory,
   * with 130 MB of garbage (Node reads Drizzle's 180 kB package.json for each of its modules).
   */
  async #tables(): Promise<KeptTables | null> {
    if (this.#databaseUrl === null) return null;
    const { KeptTables } = await import("@neonrelay/server/kept-tables");
    return new KeptTables(this.#databaseUrl);
  }

  #read(file: string): unknown {
    try {
      return JSON.parse(readFileSync(path.join(this.path, file), "utf8"));
    } catch {
      return null; // absent or unreadable
    }
  }

  async #write(name: string, value: object | null): Promise<void> {
    const file = path.join(this.path, name);
    if (value === null) return await rm(file, { force: true });
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
}

function migrationsOf(root: string): string {
  return path.join(root, "packages/server/migrations");
}

/** Copies by reference (reflink) where the file system can. */
async function copy(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Whether both paths are the same folder: the data folder may be reached through a link. */
export function isSamePlace(one: string, other: string): boolean {
  const real = (folder: string): string => {
    try {
      return realpathSync(folder);
    } catch {
      return folder; // gone
    }
  };
  return real(one) === real(other);
}
