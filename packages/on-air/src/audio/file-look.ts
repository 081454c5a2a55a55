import { statSync } from "node:fs";
import { stat } from "node:fs/promises";

/** What is behind a path: another file that was put there, or the same one written to, differs. */
interface FileState {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

const LOOK_EVERY_MS = 500;

/** Looks at the file behind a path now and then, without waiting for its disk. */
export class FileLook {
  readonly path: string;
  readonly #before: FileState | undefined;
  #hasChanged = false;
  #isUnderWay = false;
  #lookedAtMs = performance.now();

  /** Before the file is opened. */
  constructor(path: string) {
    this.path = path;
    this.#before = statSync(path, { throwIfNoEntry: false });
  }

  /** Whether it was another one at the last look; begins the next look when it is time. A file that is away is none. */
  get hasChanged(): boolean {
    const nowMs = performance.now();
    if (!this.#hasChanged && !this.#isUnderWay && nowMs - this.#lookedAtMs >= LOOK_EVERY_MS) {
      this.#isUnderWay = true;
      this.#lookedAtMs = nowMs;
      this.#look().catch(() => {});
    }
    return this.#hasChanged;
  }

  async #look(): Promise<void> {
    try {
      const { ino, size, mtimeMs } = await stat(this.path);
      const before = this.#before;
      this.#hasChanged = ino !== before?.ino || size !== before.size || mtimeMs !== before.mtimeMs;
    } finally {
      this.#isUnderWay = false;
    }
  }
}
