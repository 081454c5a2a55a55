import { niceness } from "@neonrelay/on-air/media-jobs";
import path from "node:path";
import { findFolderCovers } from "../media/picture-jobs.ts";
import { ARTWORK_FOLDER } from "./artwork-folder.ts";
import { findWithoutCover, giveCover } from "./cover-store.ts";
import type { LibraryOptions } from "./library-options.ts";
import type { FoundFile } from "./scan-rules.ts";

/** Pictures remembered as examined; beyond this, all are examined again. */
const MAX_SEEN = 100_000;

/** Gives tracks without a cover the picture added to their folder after they were read. */
export class LaterCovers {
  readonly #options: Pick<LibraryOptions, "database" | "config" | "media" | "log">;
  readonly #seen = new Set<string>();

  constructor(options: Pick<LibraryOptions, "database" | "config" | "media" | "log">) {
    this.#options = options;
  }

  /** Whether this version of a picture has not been examined yet. */
  isNew(picture: FoundFile): boolean {
    return !this.#seen.has(keyOf(picture));
  }

  /**
   * Uses new pictures, one for each folder.
   * @returns how many tracks got a cover
   */
  async take(pictures: readonly FoundFile[], signal: AbortSignal): Promise<number> {
    if (pictures.length === 0) return 0;
    const { database, config, media, log } = this.#options;
    const folders = new Set(pictures.map((picture) => path.dirname(picture.path)));
    const withoutCover = await findWithoutCover(database.connection, { folders, signal });
    const artworkFolder = path.join(config.dataDir, ARTWORK_FOLDER);
    let given = 0;
    for (const [folder, [first = "", ...others]] of withoutCover) {
      signal.throwIfAborted();
      // One child per folder: a picture that crashes it costs no other folder its cover.
      const job = { artworkFolder, media, priority: niceness.scan };
      const cover = (await findFolderCovers([first], job)).get(first);
      if (cover !== undefined && "name" in cover)
        given += await giveCover(database.connection, [first, ...others], cover.name);
      else log.warn({ folder, reason: cover?.problem }, "the cover in a folder can't be used");
    }
    if (this.#seen.size + pictures.length > MAX_SEEN) this.#seen.clear();
    for (const picture of pictures) this.#seen.add(keyOf(picture));
    return given;
  }
}

function keyOf({ path: file, sizeBytes, modifiedAtMs }: FoundFile): string {
  return `${sizeBytes} ${modifiedAtMs} ${file}`;
}
