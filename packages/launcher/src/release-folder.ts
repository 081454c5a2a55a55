import { existsSync, readFileSync, realpathSync } from "node:fs";
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { constants } from "node:fs";
import path from "node:path";
import { CHANGE_NOTE_FILE, readChangeNote, type ChangeNote } from "@neonrelay/server/change-note";
import type { KeptTables } from "@neonrelay/server/kept-tables";
import * as z from "zod";
import type { StationConfig } from "./config.ts";

/** Below the data folder: the versions that `station upgrade` unpacked, and what is noted of them. */
const RELEASES_FOLDER = "releases";
const CURRENT_FILE = "current.json";
/** What is kept of the data: which program wrote them, and the embedded database. */
const PROGRAM_FILE = "station-data.json";
const EMBEDDED_DATABASE = "database";

const releaseSchema = z.object({ version: z.string(), root: z.string(), schema: z.number() });
/** A version, where it lies, and the schema it knows. */
export type Release = Readonly<z.infer<typeof releaseSchema>>;

/** Names of what is kept of the data below the folder. */
export type KeptData = NonNullable<ChangeNote["data"]>;

const currentSchema = releaseSchema.extend({
  /** That is installed where the station is started; when that changes, it is what runs. */
  installed: z.string(),
  /** Where `--back` leads; `data` are those from before the upgrade, null when the schema did not change. */
  previous: z.nullable(releaseSchema.extend({ data: z.nullable(z.literal("data-before")) })),
});
export type CurrentRelease = Readonly<z.infer<typeof currentSchema>>;

/** Where a station's data are. */
export type DataPlace = Pick<StationConfig, "dataDir" | "databaseUrl">;

/** What lies below DATA_DIR/releases, and what is kept beside the tables on a PostgreSQL server. */
export class ReleaseFolder {
  readonly #dataDir: string;
  /** null: the database is the embedded one. */
  readonly #databaseUrl: string | null;
  readonly #keptParts: readonly string[];
  readonly path: string;

  constructor({ dataDir, databaseUrl }: DataPlace) {
    this.#dataDir = dataDir;
    this.#databaseUrl = databaseUrl;
    this.#keptParts = databaseUrl === null ? [EMBEDDED_DATABASE, PROGRAM_FILE] : [PROGRAM_FILE];
    this.path = path.join(dataDir, RELEASES_FOLDER);
  }

  /** @returns null: the version that is installed runs */
  get current(): CurrentRelease | null {
    return currentSchema.safeParse(this.#read(CURRENT_FILE)).data ?? null;
  }

  async setCurrent(current: CurrentRelease | null): Promise<void> {
    await this.#write(CURRENT_FILE, current);
  }

  /** @returns null: none */
  get underWay(): ChangeNote | null {
    return readChangeNote(this.#dataDir);
  }

  async setUnderWay(underWay: ChangeNote | null): Promise<void> {
    await this.#write(path.basename(CHANGE_NOTE_FILE), underWay);
  }

  hasData(name: KeptData): boolean {
    return existsSync(path.join(this.path, name));
  }

  /** Why the data can't be kept, in words; null: they can. */
  async findKeepTrouble(): Promise<string | null> {
    return (await (await this.#tables())?.findTrouble()) ?? null;
  }

  async removeData(name: KeptData): Promise<void> {
    await rm(path.join(this.path, name), { recursive: true, force: true });
    await (await this.#tables())?.remove(name);
  }

  /**
   * Copies the data of a server that is stopped; there is a whole copy of that name, or none.
   * @param root of the version that wrote them
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
   * Puts what was kept in place of the data. It stays kept; repeat an interrupted call.
   * @param root of a version that knows them
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
   * Loaded when it is needed, which few stations ever do: Drizzle and the PostgreSQL client are not for a launcher to keep,
   * and leave 130 MB of garbage (Node reads Drizzle's package.json of 180 kB for each module of it).
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
      return null; // there is none
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

/** Without taking room for it where the file system can. */
async function copy(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Whether both are one folder: the data folder may be reached by a link. */
export function isSamePlace(one: string, other: string): boolean {
  const real = (folder: string): string => {
    try {
      return realpathSync(folder);
    } catch {
      return folder; // it is gone
    }
  };
  return real(one) === real(other);
}
