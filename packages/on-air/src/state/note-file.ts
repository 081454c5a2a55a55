import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Logger } from "@neonrelay/process/log";
import { readIfThere } from "./read-if-there.ts";
import type { Schema } from "./state-file.ts";
import { WriteTroubles } from "./write-troubles.ts";

/**
 * A JSON value that changes several times a second: one line with its checksum, overwritten in place and never synced,
 * which costs next to nothing and does not wear out disks. It survives the end of this process, however sudden; after a
 * power cut it may be seconds old, truncated or gone. Saves during a write are merged into one.
 */
export class NoteFile<Value> {
  readonly #path: string;
  readonly #log: Logger;
  readonly #troubles: WriteTroubles;
  #file: FileHandle | null = null;
  #newest: { readonly value: Value } | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor({ path, log }: { readonly path: string; readonly log: Logger }) {
    this.#path = path;
    this.#log = log;
    this.#troubles = new WriteTroubles({ file: path, log });
  }

  /** @returns null when there is no file, or when it is damaged, which is logged */
  load(schema: Schema<Value>): Value | null {
    const text = readIfThere(this.#path);
    if (text === null) return null;
    const parsed = schema.safeParse(parseNote(text));
    if (parsed.success) return parsed.data;
    this.#log.warn({ file: this.#path }, "ignoring a damaged note, as left by a power cut");
    return null;
  }

  /** Takes the value to be written soon. A failed write is logged; the next save tries again. */
  save(value: Value): void {
    const isQueued = this.#newest !== null;
    this.#newest = { value };
    if (isQueued) return;
    this.#writing = this.#writing.then(() => this.#write());
  }

  /** Resolves once everything saved is written, or has failed. The file is closed until the next save. */
  async flush(): Promise<void> {
    await this.#writing;
    const file = this.#file;
    this.#file = null;
    await file?.close();
  }

  async #write(): Promise<void> {
    const newest = this.#newest;
    this.#newest = null;
    if (newest === null) return;
    const json = JSON.stringify(newest.value);
    try {
      this.#file ??= await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
      await this.#file.write(`${crc32(json)} ${json}\n`, 0);
      this.#troubles.worked();
    } catch (error) {
      this.#troubles.failed(error);
    }
  }
}

/** Anything after the line is left over from a longer one. @returns undefined when the line is damaged */
function parseNote(text: string): unknown {
  const [line = ""] = text.split("\n", 1);
  const space = line.indexOf(" ");
  const json = line.slice(space + 1);
  return line.slice(0, space) === String(crc32(json)) ? JSON.parse(json) : undefined;
}
