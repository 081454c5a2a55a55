import { randomUUID } from "node:crypto";
import { mkdir, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { UNFINISHED_FOLDER } from "../library/place-file.ts";
import { Upload, UPLOADED_FOLDER, type UploadsOptions } from "./upload.ts";

const UPLOADS_AT_ONCE = 3;

/** The files on their way into the library: in a folder outside the scans until each has been decoded completely. */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #folder: string;
  readonly #closing = new AbortController();
  readonly #current = new Set<Upload>();
  /** What the current ones hold, by size and hash: the same file twice at once is one file. */
  readonly #contents = new Set<string>();

  /** Removes what an earlier run left. */
  static async open(options: UploadsOptions): Promise<Uploads> {
    const folder = path.join(options.dataDir, "uploads");
    const unfinished = path.join(options.dataDir, UPLOADED_FOLDER, UNFINISHED_FOLDER);
    for (const left of [folder, unfinished]) await rm(left, { recursive: true, force: true });
    return new Uploads(options, folder);
  }

  private constructor(options: UploadsOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
  }

  /** @param signal ends it when the sender is gone @returns why no upload is possible now, or the upload */
  async begin(signal: AbortSignal): Promise<Upload | "busy" | "disk-full"> {
    if (this.#current.size >= UPLOADS_AT_ONCE) return "busy";
    const upload = new Upload({
      ...this.#options,
      folder: path.join(this.#folder, randomUUID()),
      contents: this.#contents,
      signal: AbortSignal.any([signal, this.#closing.signal]),
      onEnd: () => void this.#current.delete(upload),
    });
    this.#current.add(upload);
    await using stack = new AsyncDisposableStack();
    stack.use(upload);
    if (!(await this.#hasRoom())) return "disk-full";
    stack.move();
    return upload;
  }

  close(): void {
    this.#closing.abort();
  }

  async #hasRoom(): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const disk = await statfs(this.#folder);
    return disk.bavail * disk.bsize >= this.#options.minimumFreeBytes;
  }
}
