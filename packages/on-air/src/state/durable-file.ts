import path from "node:path";
import { readFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { isDiskFull } from "@neonrelay/process/disk-full";
import type { Logger } from "@neonrelay/process/log";

/** Reads a file's text. @returns null when the file does not exist @throws when it can't be read */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Puts a finished, synced file in place of another, and resolves once the change is on disk: unless its folder is
 * synced, too, a power cut may undo the rename.
 */
export async function replaceFile({
  temporaryPath,
  finalPath,
}: {
  readonly temporaryPath: string;
  readonly finalPath: string;
}): Promise<void> {
  await rename(temporaryPath, finalPath);
  const folder = await open(path.dirname(finalPath), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

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
