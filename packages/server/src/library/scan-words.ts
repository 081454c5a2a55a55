import type { Logger } from "@neonrelay/process/log";
import type { FolderScan } from "./scan-folders.ts";

/** Logs problems with the music folders: each once, and again when it recurs. */
export class ScanWords {
  readonly #log: Logger;
  #unreadable: ReadonlySet<string> = new Set();
  #offline: ReadonlySet<string> = new Set();
  /** Number of files in the last scan whose names are not UTF-8. */
  #misnamed = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  report({
    unreadable,
    offline,
    misnamed,
  }: Pick<FolderScan, "unreadable" | "offline" | "misnamed">): void {
    for (const { folder, reason } of unreadable)
      if (!this.#unreadable.has(folder))
        this.#log.warn({ folder, reason }, "music folder can't be read");
    for (const { folder, tracks } of offline)
      if (!this.#offline.has(folder))
        this.#log.warn(
          { folder, tracks },
          "music folder is offline: its tracks stay in the library; mount it again, or remove it if it is gone for good",
        );
    const away = new Set(offline.map(({ folder }) => folder));
    for (const folder of this.#offline)
      if (!away.has(folder)) this.#log.info({ folder }, "music folder is back");
    if (misnamed.length > this.#misnamed)
      this.#log.warn(
        { count: misnamed.length, files: misnamed.slice(0, 20) },
        "skipped files whose names are not UTF-8: rename them",
      );
    this.#unreadable = new Set(unreadable.map(({ folder }) => folder));
    this.#offline = away;
    this.#misnamed = misnamed.length;
  }
}
