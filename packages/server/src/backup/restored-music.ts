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
import { musicFolderOf } from "./archive-format.ts";
import { type BackupFile, type PackedMusic, UnreadableBackupError } from "./backup-file.ts";

/** Where a track's file will be after the restore. */
interface Place {
  readonly path: string;
  readonly modifiedAtMs: number;
}

/** For a file whose loss does not stop the rest. */
const TRIES = 3;
/** In the station's own music folder, for files from backups. */
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
  /**
   * Called with each music file that can't be restored, and why; without it, one such file refuses the whole backup.
   */
  readonly onLost?: (name: string, reason: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Restores music from a backup. A file that is unchanged where its track has it, and where this station looks for
 * music, stays; any other gets a place in the station's own music folder, and its track is updated.
 */
export class RestoredMusic {
  readonly #backup: Pick<BackupFile, "music" | "checksums">;
  readonly #places: MusicPlaces;
  readonly #folder: string;
  readonly #unpacking: string;
  readonly #tracks: Track[] = [];
  readonly #importedFolders: string[] = [];
  readonly #wanted = new Map<string, PackedMusic>();
  /** Their file is already here, so nothing needs unpacking for them. */
  readonly #unneeded = new Map<string, PackedMusic>();
  readonly #placed = new Map<string, Place>();
  #missing = 0;

  constructor(places: MusicPlaces, backup: Pick<BackupFile, "music" | "checksums">) {
    this.#places = places;
    this.#backup = backup;
    this.#folder = path.join(places.dataDir, "music", RESTORED_FOLDER);
    this.#unpacking = unpackingFolderOf(places.dataDir);
  }

  /** Whether the backup includes music. */
  get isPacked(): boolean {
    return this.#backup.music.size > 0;
  }

  /** Number of files to restore. */
  get count(): number {
    return this.#wanted.size;
  }

  /** Number of tracks without a file, in the backup or where this station looks. */
  get missing(): number {
    return this.#missing;
  }

  /** Size of the wanted files. */
  get neededBytes(): number {
    return this.#wanted.values().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** Records a row before anything changes. @throws UnreadableBackupError */
  record({
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

  /** Decides which files to restore, once every row is recorded. */
  async settle(): Promise<void> {
    const { dataDir, musicDirs } = this.#places;
    // Exactly where the scan looks: its first run would drop anything elsewhere.
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

  /**
   * Unpacks the wanted files beside the library. @throws UnreadableBackupError when one differs from what was packed
   */
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
   * Names of damaged files in the backup that this station does not need; the next restore might. Not checked for a
   * backup in a storage.
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

  /** A track's row with the new place of its file. */
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

  /** Moves the unpacked files into place, once their tracks refer to them. */
  async place(): Promise<void> {
    for (const [id, packed] of this.#wanted) {
      const target = this.#targetOf(id, packed);
      await mkdir(path.dirname(target), { recursive: true });
      await rename(path.join(this.#unpacking, id, packed.name), target);
    }
    await this.discard();
  }

  /** Removes unpacked files that have no place yet, including those of an interrupted restore. */
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
    // This station has nothing there, or may not look.
    if (["ENOENT", "ENOTDIR", "EACCES", "ENAMETOOLONG"].includes(String(codeOf(error))))
      return null;
    throw error;
  }
}
