import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { ARTWORK_FOLDER } from "../library/artwork-folder.ts";
import { UnreadableBackupError } from "./backup-file.ts";

/** A cover is at most 512 by 512 pixels of WebP. */
const MAX_COVER_BYTES = 2 * 1024 ** 2;
/** On-air makes these sizes, so a picture has at most three files. */
const sizePattern = /-(?:96|256|512)\.webp$/;

/** Restores covers from a backup: those of its tracks, each once. Others are left out. */
export class RestoredCovers {
  readonly #artworkNames = new Set<string>();
  readonly #wanted = new Set<string>();
  #neededBytes = 0;

  /** Size of the wanted covers. */
  get neededBytes(): number {
    return this.#neededBytes;
  }

  /** Records a row; rows come before covers. */
  recordRow({
    table,
    row,
  }: {
    readonly table: string;
    readonly row: Readonly<Record<string, unknown>>;
  }): void {
    const name = row["artwork_name"];
    if (table === "tracks" && typeof name === "string") this.#artworkNames.add(name);
  }

  /** Records a cover before anything changes. @throws UnreadableBackupError when it is too large */
  recordCover(cover: string, base64: string): void {
    if (!this.#artworkNames.has(cover.replace(sizePattern, "")) || this.#wanted.has(cover)) return;
    const sizeBytes = Buffer.byteLength(base64, "base64");
    if (sizeBytes > MAX_COVER_BYTES)
      throw new UnreadableBackupError(
        `its cover ${cover} has more than ${MAX_COVER_BYTES / 1024 ** 2} MiB`,
      );
    this.#wanted.add(cover);
    this.#neededBytes += sizeBytes;
  }

  /** Unpacks a wanted cover into a folder, replacing an existing file. */
  async unpack(
    folder: string,
    { cover, base64 }: { readonly cover: string; readonly base64: string },
  ): Promise<void> {
    if (!this.#wanted.delete(cover)) return;
    await writeFile(path.join(folder, cover), base64, "base64");
  }

  /** Moves the unpacked covers into place. */
  async place(folder: string, dataDir: string): Promise<void> {
    const covers = path.join(dataDir, ARTWORK_FOLDER);
    await mkdir(covers, { recursive: true });
    for (const cover of await readdir(folder))
      await rename(path.join(folder, cover), path.join(covers, cover));
  }
}
