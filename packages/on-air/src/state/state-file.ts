import { renameSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Logger } from "@neonrelay/process/log";
import { readIfThere } from "./read-if-there.ts";
import { replaceFile } from "./replace-file.ts";
import { WriteTroubles } from "./write-troubles.ts";

/** Validates a stored value. */
export interface Schema<Value> {
  safeParse(
    value: unknown,
  ): { readonly success: true; readonly data: Value } | { readonly success: false };
}

/**
 * A JSON value kept on disk. Each save replaces the file atomically (write beside it, sync, rename), so a crash leaves
 * the old value or the new one. Saves during a write are merged into one.
 */
export class StateFile<Value> {
  readonly #path: string;
  readonly #log: Logger;
  readonly #troubles: WriteTroubles;
  #newest: { readonly value: Value } | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor({ path, log }: { readonly path: string; readonly log: Logger }) {
    this.#path = path;
    this.#log = log;
    this.#troubles = new WriteTroubles({ file: path, log });
  }

  /** @returns null when there is no file, or when it is damaged; a damaged one is moved aside */
  load(schema: Schema<Value>): Value | null {
    const text = readIfThere(this.#path);
    if (text === null) return null;
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    renameSync(this.#path, `${this.#path}.damaged`);
    this.#log.warn({ file: this.#path }, "moved a damaged state file aside");
    return null;
  }

  /** Takes the value to be written soon. A failed write is logged; the next save tries again. */
  save(value: Value): void {
    const isQueued = this.#newest !== null;
    this.#newest = { value };
    if (isQueued) return;
    this.#writing = this.#writing.then(() => this.#write());
  }

  /** Resolves once everything saved is on disk, or has failed. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    const newest = this.#newest;
    this.#newest = null;
    if (newest === null) return;
    const temporaryPath = `${this.#path}.new`;
    try {
      const file = await open(temporaryPath, "w", 0o600);
      try {
        await file.writeFile(JSON.stringify(newest.value));
        await file.datasync();
      } finally {
        await file.close();
      }
      await replaceFile({ temporaryPath, finalPath: this.#path });
      this.#troubles.worked();
    } catch (error) {
      this.#troubles.failed(error);
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
