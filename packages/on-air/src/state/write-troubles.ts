import { isDiskFull } from "@neonrelay/process/disk-full";
import type { Logger } from "@neonrelay/process/log";

/** Reports once when a file can't be written, and once when it can be again: a full disk stays full for a while. */
export class WriteTroubles {
  readonly #file: string;
  readonly #log: Logger;
  #isFailing = false;

  constructor({ file, log }: { readonly file: string; readonly log: Logger }) {
    this.#file = file;
    this.#log = log;
  }

  failed(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    const file = this.#file;
    if (isDiskFull(error))
      this.#log.error(
        { file },
        "the disk is full: on-air will lose its current state when it restarts",
      );
    else
      this.#log.error(
        { error, file },
        "can't write a file: on-air will lose its current state when it restarts",
      );
  }

  worked(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#log.info({ file: this.#file }, "writing the file works again");
  }
}
