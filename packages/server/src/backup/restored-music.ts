import { isDiskFull } from "@neonrelay/process/disk-full";
import { createHash } from "node:crypto";
import { createWriteStream, type Stats } from "node:fs";
import { mkdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { codeOf } from "../library/place-file.ts";
import { MAX_FILES, walkMusic } from "../library/walk-music.ts";
import { musicFolderOf } from "./archive-names.ts";
import type { BackupFile, PackedMusic } from "./backup-file.ts";
import { UnreadableBackupError } from "./unreadable-backup.ts";

/** Where a track's file lies once the backup is restored. */
interface Place {
  readonly path: string;
  readonly modifiedAtMs: number;
}

/** Of a file whose loss does not stop the rest. */
const TRIES = 3;
/** Of the station's own music, for what came out of backups. */
const RESTORED_FOLDER = "restored";
const trackSchema = z.object({
  id: z.string(),
  kind: z.string(),
  path: z.string(),
  size_bytes: z.number(),
  modified_at_ms: z.number(),
  missing_since: z.nullable(z.string()),
});
type Track = z.infer<typeof trackSchema>;

/** Where the restored station looks for music. */
export interface MusicPlaces {
  readonly dataDir: string;
  readonly musicDirs: readonly string[];
  /** Given each music file that can't be had, and why; without it one of them refuses the whole backup. */
  readonly onLost?: (name: string, reason: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * The music of a backup on its way back. A file that lies unchanged where the track had it, and where this station
 * looks for music, stays; any other gets a place in the station's own music folder, and its track with it.
 */
export class RestoredMusic {
  readonly #backup: Pick<BackupFile, "music" | "checksums">;
  readonly #places: MusicPlaces;
  readonly #folder: string;
  readonly #unpacking: string;
  readonly #tracks: Track[] = [];
  readonly #importedFolders: string[] = [];
  readonly #wanted = new Map<string, PackedMusic>();
  /** Their file is here already, so that nothing of the backup is unpacked for them. */
  readonly #unneeded = new Map<string, PackedMusic>();
  readonly #placed = new Map<string, Place>();
  #missing = 0;

  constructor(places: MusicPlaces, backup: Pick<BackupFile, "music" | "checksums">) {
    this.#places = places;
    this.#backup = backup;
    this.#folder = path.join(places.dataDir, "music", RESTORED_FOLDER);
    this.#unpacking = unpackingFolderOf(places.dataDir);
  }

  /** Whether the backup has music. */
  get isPacked(): boolean {
    return this.#backup.music.size > 0;
  }

  /** How many files are put back. */
  get count(): number {
    return this.#wanted.size;
  }

  /** How many tracks will have no file where this station looks, and none in the backup. */
  get missing(): number {
    return this.#missing;
  }

  /** What the wanted files take. */
  get neededBytes(): number {
    return this.#wanted.values().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** Takes note of a row, before anything is changed. @throws UnreadableBackupError */
  note({
    table,
    row,
  }: {
    readonly table: string;
    readonly row: Readonly<Record<string, unknown>>;
  }) {
    if (table === "music_folders" && typeof row["path"] === "string")
      this.#importedFolders.push(row["path"]);
    if (table !== "tracks") return;
    const track = trackSchema.safeParse(row).data;
    if (track?.kind === "file") this.#tracks.push(track);
    else if (this.#backup.music.has(String(row["id"])))
      throw new UnreadableBackupError("it has a track without its file");
  }

  /** Decides which files are put back, once every row is noted. */
  async settle(): Promise<void> {
    const { dataDir, musicDirs } = this.#places;
    // The very look of the scan: what it would not find here would be lost with the first one.
    const roots = [path.join(dataDir, "music"), ...musicDirs, ...this.#importedFolders];
    const { files } = await walkMusic(roots, {
      signal: new AbortController().signal,
      maxFiles: MAX_FILES,
    });
    const found = new Map(files.map((file) => [file.path, file]));
    for (const track of this.#tracks) {
      const there = found.get(track.path);
      const packed = this.#backup.music.get(track.id);
      if (packed === undefined) {
        if (there === undefined && track.missing_since === null) this.#missing += 1;
        continue;
      }
      if (there?.sizeBytes === track.size_bytes && there.modifiedAtMs === track.modified_at_ms) {
        this.#unneeded.set(track.id, packed);
        continue;
      }
      const target = this.#targetOf(track.id, packed);
      const restored = await statOrNull(target);
      if (restored?.size === packed.sizeBytes && restored.mtimeMs === packed.modifiedAtMs) {
        this.#unneeded.set(track.id, packed);
        this.#placed.set(track.id, { path: target, modifiedAtMs: restored.mtimeMs });
      } else this.#wanted.set(track.id, packed);
    }
  }

  /** Unpacks what is wanted beside the library. @throws UnreadableBackupError when a file is not what was packed */
  async unpack(): Promise<void> {
    await this.discard();
    if (this.#wanted.size === 0) return;
    await mkdir(this.#unpacking, { recursive: true });
    for (const [id, packed] of this.#wanted) {
      const { name, modifiedAtMs } = packed;
      const unpacked = path.join(this.#unpacking, id, name);
      await mkdir(path.dirname(unpacked));
      if (!(await this.#unpackWanted({ id, packed, unpacked }))) continue;
      await utimes(unpacked, modifiedAtMs / 1000, modifiedAtMs / 1000);
      const { mtimeMs } = await stat(unpacked);
      this.#placed.set(id, { path: this.#targetOf(id, packed), modifiedAtMs: mtimeMs });
    }
  }

  /**
   * Names of files in the backup that are damaged, though this station needs none of them: the next restore might. A backup
   * in a storage is not read for that.
   */
  async findDamaged(): Promise<readonly string[]> {
    const { checksums } = this.#backup;
    const { onLost, signal } = this.#places;
    if (checksums === null || onLost !== undefined) return [];
    const damaged: string[] = [];
    for (const [id, { name, open }] of this.#unneeded) {
      signal?.throwIfAborted();
      const packedName = path.posix.join(musicFolderOf(id), name);
      const sum = await hashOf(await open());
      if (checksums.get(packedName) !== sum) damaged.push(packedName);
    }
    return damaged;
  }

  /** The row of a track, with the place its file has now. */
  moved(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const place = this.#placed.get(String(row["id"]));
    if (place === undefined) return row;
    return {
      ...row,
      path: place.path,
      modified_at_ms: place.modifiedAtMs,
      missing_since: null,
    };
  }

  /** Gives the unpacked files their places, once their tracks know them. */
  async place(): Promise<void> {
    for (const [id, packed] of this.#wanted) {
      const target = this.#targetOf(id, packed);
      await mkdir(path.dirname(target), { recursive: true });
      await rename(path.join(this.#unpacking, id, packed.name), target);
    }
    await this.discard();
  }

  /** Removes what was unpacked and has no place yet, also by an earlier one that was cut short. */
  async discard(): Promise<void> {
    await rm(this.#unpacking, { recursive: true, force: true });
  }

  /** @returns false when the rest is restored without it */
  async #unpackWanted(file: {
    readonly id: string;
    readonly packed: PackedMusic;
    readonly unpacked: string;
  }): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1)
      try {
        await this.#unpackFile(file);
        return true;
      } catch (error) {
        await rm(file.unpacked, { force: true });
        const { onLost, signal } = this.#places;
        if (onLost === undefined || signal?.aborted === true || isDiskFull(error)) throw error;
        if (attempt < TRIES) continue;
        this.#wanted.delete(file.id);
        this.#missing += 1;
        onLost(file.packed.name, error instanceof Error ? error.message : String(error));
        return false;
      }
  }

  async #unpackFile({
    id,
    packed: { open, name },
    unpacked,
  }: {
    readonly id: string;
    readonly packed: PackedMusic;
    readonly unpacked: string;
  }): Promise<void> {
    const hash = createHash("sha256");
    const content = await open();
    content.on("data", (chunk: Buffer) => hash.update(chunk));
    await pipeline(content, createWriteStream(unpacked, { flags: "wx" }));
    const packedName = path.posix.join(musicFolderOf(id), name);
    const { checksums } = this.#backup;
    if (checksums !== null && checksums.get(packedName) !== hash.digest("hex"))
      throw new UnreadableBackupError(
        `its file ${packedName} is damaged. Restore another backup, or extract station.backup.gz from this one with tar and restore that without the music`,
      );
  }

  #targetOf(id: string, { name }: PackedMusic): string {
    return path.join(this.#folder, id, name);
  }
}

/** @returns the SHA-256; "" when it can't be read */
async function hashOf(content: Readable): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of content) hash.update(chunk);
    return hash.digest("hex");
  } catch {
    return "";
  }
}

/** Beside the restored music, where no scan looks. */
export function unpackingFolderOf(dataDir: string): string {
  return path.join(dataDir, "music", ".restoring");
}

async function statOrNull(file: string): Promise<Stats | null> {
  try {
    return await stat(file);
  } catch (error) {
    // Where this station has nothing, or may not look.
    if (["ENOENT", "ENOTDIR", "EACCES", "ENAMETOOLONG"].includes(String(codeOf(error))))
      return null;
    throw error;
  }
}
