import { watch, type FSWatcher } from "node:fs";

/** More folders than this are only seen by the regular scan. */
const MAX_WATCHED = 2000;
/** A copy into the folder makes many changes; they count as one. */
const SETTLE_MS = 500;

/** Hints that something changed in one of the folders. Only hints: some file systems never give any. */
export class FolderWatch {
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches these folders and no others. */
  follow(folders: readonly string[]): void {
    const wanted = new Set(folders.slice(0, MAX_WATCHED));
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#drop(folder);
    for (const folder of wanted) if (!this.#watchers.has(folder)) this.#add(folder);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const folder of this.#watchers.keys()) this.#drop(folder);
  }

  #add(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => this.#note());
      watcher.on("error", () => {
        this.#drop(folder);
        this.#note();
      });
      this.#watchers.set(folder, watcher);
    } catch {
      // It vanished, or the system has no more watches: the regular scan sees it.
    }
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #note(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onChange, SETTLE_MS);
  }
}
