import { createReadStream, createWriteStream, type Stats } from "node:fs";
import { mkdir, rename, rm, stat, statfs, utimes } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { codeOf } from "../library/place-file.ts";
import type { PackedMusic } from "./backup-file.ts";
import { UnreadableBackupError } from "./backup-lines.ts";

/** Where a track's file lies once the backup is restored. */
interface Place {
  readonly path: string;
  readonly modifiedAtMs: number;
}

/** What must stay free on the disk beside the music. */
const FREE_BYTES = 256 * 1024 ** 2;
/** Of the station's own music, for what came out of backups. */
const RESTORED_FOLDER = "restored";
const trackSchema = z.object({
  id: z.string(),
  path: z.string(),
  size_bytes: z.number(),
  modified_at_ms: z.number(),
});

/**
 * The music of a backup on its way back. A file that lies unchanged where the track had it stays; any other gets a
 * place in the station's own music folder, and its track with it.
 */
export class RestoredMusic {
  readonly #packed: ReadonlyMap<string, PackedMusic>;
  readonly #folder: string;
  readonly #unpacking: string;
  readonly #wanted = new Map<string, PackedMusic>();
  readonly #places = new Map<string, Place>();

  constructor(dataDir: string, packed: ReadonlyMap<string, PackedMusic>) {
    this.#packed = packed;
    this.#folder = path.join(dataDir, "music", RESTORED_FOLDER);
    this.#unpacking = unpackingFolderOf(dataDir);
  }

  /** How many files are put back. */
  get count(): number {
    return this.#wanted.size;
  }

  /** Takes note of a row of the tracks, before anything is changed. */
  async note(row: Readonly<Record<string, unknown>>): Promise<void> {
    const packed = this.#packed.get(String(row["id"]));
    if (packed === undefined) return;
    const track = trackSchema.safeParse(row).data;
    if (track === undefined) throw new UnreadableBackupError("it has a track without its file");
    const there = await statOrNull(track.path);
    if (there?.size === track.size_bytes && there.mtimeMs === track.modified_at_ms) return;
    const target = this.#targetOf(track.id, packed);
    const restored = await statOrNull(target);
    if (restored?.size === packed.sizeBytes && restored.mtimeMs === packed.modifiedAtMs)
      this.#places.set(track.id, { path: target, modifiedAtMs: restored.mtimeMs });
    else this.#wanted.set(track.id, packed);
  }

  /** Unpacks what is wanted beside the library. @throws UnreadableBackupError when the disk has no room for it */
  async unpack(): Promise<void> {
    await this.discard();
    if (this.#wanted.size === 0) return;
    await mkdir(this.#unpacking, { recursive: true });
    await this.#requireRoom();
    for (const [id, packed] of this.#wanted) {
      const { file, start, sizeBytes, name, modifiedAtMs } = packed;
      const unpacked = path.join(this.#unpacking, id, name);
      await mkdir(path.dirname(unpacked));
      const content = createReadStream(file, { start, end: start + sizeBytes - 1 });
      await pipeline(content, createWriteStream(unpacked, { flags: "wx" }));
      await utimes(unpacked, modifiedAtMs / 1000, modifiedAtMs / 1000);
      const { mtimeMs } = await stat(unpacked);
      this.#places.set(id, { path: this.#targetOf(id, packed), modifiedAtMs: mtimeMs });
    }
  }

  /** The row of a track, with the place its file has now. */
  moved(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const place = this.#places.get(String(row["id"]));
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

  #targetOf(id: string, { name }: PackedMusic): string {
    return path.join(this.#folder, id, name);
  }

  async #requireRoom(): Promise<void> {
    const disk = await statfs(this.#unpacking);
    const needed = this.#wanted.values().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const room = disk.bavail * disk.bsize - FREE_BYTES;
    if (needed <= room) return;
    const megabytes = (bytes: number) =>
      Math.max(0, Math.ceil(bytes / 1024 ** 2)).toLocaleString("en-US");
    throw new UnreadableBackupError(
      `its music needs ${megabytes(needed)} MiB on the station's disk, which has room for ${megabytes(room)}`,
    );
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
