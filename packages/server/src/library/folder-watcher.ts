import type { Logger } from "@neonrelay/process/log";
import { watch, type FSWatcher } from "node:fs";
import { isUnwatched, type Mount } from "./mount-rules.ts";

/** Folders beyond this are only covered by the regular scan. */
const MAX_WATCHED = 10_000;
/** Copying into a folder causes many changes; they are reported as one. */
const SETTLE_MS = 500;

/**
 * Hints that one of the folders changed. There are none for network file systems, nor for folders beyond the system's
 * limit on watches.
 */
export class FolderWatcher {
  readonly #onChange: () => void;
  readonly #log: Logger;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;
  /** The system has no watches left. */
  #isFull = false;

  constructor({ onChange, log }: { readonly onChange: () => void; readonly log: Logger }) {
    this.#onChange = onChange;
    this.#log = log;
  }

  /** Replaces the watched folders, within the system's limits. */
  follow(folders: readonly string[], mounts: readonly Mount[]): void {
    const watchable = folders.filter((folder) => !isUnwatched(folder, mounts));
    const wanted = new Set(watchable.slice(0, MAX_WATCHED));
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#drop(folder);
    const wasFull = this.#isFull;
    this.#isFull = false;
    for (const folder of wanted) {
      if (this.#isFull) break;
      if (!this.#watchers.has(folder)) this.#add(folder);
    }
    if (this.#isFull && !wasFull)
      this.#log.warn(
        { watched: this.#watchers.size, folders: watchable.length },
        "can't watch more folders: the regular scan finds changes in the others; raise fs.inotify.max_user_watches to find them at once",
      );
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const folder of this.#watchers.keys()) this.#drop(folder);
  }

  #add(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => this.#changed());
      watcher.on("error", () => {
        this.#drop(folder);
        this.#changed();
      });
      this.#watchers.set(folder, watcher);
    } catch (error) {
      // A folder that vanished is left to the regular scan.
      this.#isFull = error instanceof Error && "code" in error && isNoRoom(error.code);
    }
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onChange, SETTLE_MS);
  }
}

function isNoRoom(code: unknown): boolean {
  return code === "ENOSPC" || code === "EMFILE";
}
