import { constants, renameSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Logger } from "@neonrelay/process/log";
import { readIfThere, replaceFile, WriteTroubles } from "./durable-file.ts";

/** What a stored value must be like. */
interface Schema<Value> {
  safeParse(
    value: unknown,
  ): { readonly success: true; readonly data: Value } | { readonly success: false };
}

/**
 * `synced`: each save replaces the file (write beside it, sync, rename), so a crash leaves the old value or the new one.
 * `in place`: for values that change several times a second. One line with its checksum is overwritten and never synced:
 * it costs next to nothing and spares the disk. It survives the end of this process; after a power cut it may be seconds
 * old, torn or gone.
 */
type WriteMode = "synced" | "in place";

/** A JSON value kept on disk. Saves that arrive while one is being written become one. */
export class StateFile<Value> {
  readonly #path: string;
  readonly #mode: WriteMode;
  readonly #log: Logger;
  readonly #troubles: WriteTroubles;
  /** Open while values are written in place. */
  #file: FileHandle | null = null;
  #newest: { readonly value: Value } | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor({
    path,
    mode = "synced",
    log,
  }: {
    readonly path: string;
    readonly mode?: WriteMode;
    readonly log: Logger;
  }) {
    this.#path = path;
    this.#mode = mode;
    this.#log = log;
    this.#troubles = new WriteTroubles({ file: path, log });
  }

  /** @returns null when there is no file or it is damaged, which is logged; a damaged synced file is moved aside */
  load(schema: Schema<Value>): Value | null {
    const text = readIfThere(this.#path);
    if (text === null) return null;
    const isSynced = this.#mode === "synced";
    const parsed = schema.safeParse(isSynced ? parseJson(text) : parseLine(text));
    if (parsed.success) return parsed.data;
    const file = this.#path;
    if (isSynced) {
      renameSync(file, `${file}.damaged`);
      this.#log.warn({ file }, "moved a damaged state file aside");
    } else this.#log.warn({ file }, "ignored a damaged state file, as after a power cut");
    return null;
  }

  /** Takes the value to be written soon. A write that fails is logged; the next save tries again. */
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
    try {
      const json = JSON.stringify(newest.value);
      await (this.#mode === "synced" ? this.#replace(json) : this.#overwrite(json));
      this.#troubles.worked();
    } catch (error) {
      this.#troubles.failed(error);
    }
  }

  async #replace(json: string): Promise<void> {
    const temporaryPath = `${this.#path}.new`;
    const file = await open(temporaryPath, "w", 0o600);
    try {
      await file.writeFile(json);
      await file.datasync();
    } finally {
      await file.close();
    }
    await replaceFile({ temporaryPath, finalPath: this.#path });
  }

  async #overwrite(json: string): Promise<void> {
    this.#file ??= await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
    await this.#file.write(`${crc32(json)} ${json}\n`, 0);
  }
}

/** Anything behind the line is left of a longer one. @returns undefined when the checksum is wrong */
function parseLine(text: string): unknown {
  const [line = ""] = text.split("\n", 1);
  const space = line.indexOf(" ");
  const json = line.slice(space + 1);
  return line.slice(0, space) === String(crc32(json)) ? parseJson(json) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
