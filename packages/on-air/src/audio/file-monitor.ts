import { statSync } from "node:fs";
import { stat } from "node:fs/promises";

/** Identity of the file behind a path: it differs if the file was replaced or written to. */
interface FileState {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

const CHECK_EVERY_MS = 500;

/** Polls the file behind a path without waiting for its disk. */
export class FileMonitor {
  readonly path: string;
  readonly #before: FileState | undefined;
  #hasChanged = false;
  #isUnderWay = false;
  #checkedAtMs = performance.now();

  /** Create before opening the file. */
  constructor(path: string) {
    this.path = path;
    this.#before = statSync(path, { throwIfNoEntry: false });
  }

  /** Whether the last check found another file; starts the next check when due. A missing file does not count. */
  get hasChanged(): boolean {
    const nowMs = performance.now();
    if (!this.#hasChanged && !this.#isUnderWay && nowMs - this.#checkedAtMs >= CHECK_EVERY_MS) {
      this.#isUnderWay = true;
      this.#checkedAtMs = nowMs;
      this.#check().catch(() => {});
    }
    return this.#hasChanged;
  }

  async #check(): Promise<void> {
    try {
      const { ino, size, mtimeMs } = await stat(this.path);
      const before = this.#before;
      this.#hasChanged = ino !== before?.ino || size !== before.size || mtimeMs !== before.mtimeMs;
    } finally {
      this.#isUnderWay = false;
    }
  }
}
