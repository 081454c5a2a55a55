import { isDiskFull } from "@neonrelay/process/disk-full";
import { createHash } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { AddOutcome, FileIntake, ReceivedFile } from "../library/file-intake.ts";
import { safeFileName } from "../library/place-file.ts";

type Reception = "received" | "too-large" | "disk-full";

interface UploadOptions {
  readonly intake: Pick<FileIntake, "add">;
  /** A folder of its own, removed afterwards. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Records the file in the list of incoming files. */
  readonly onOutcome: (file: UploadedFile, outcome: AddOutcome) => Promise<void>;
  readonly onEnd: () => void;
}

export interface UploadedFile {
  /** The sender's name for it. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** One file of a form on its way into the library. Nothing remains of it unless it is added. */
export class Upload {
  readonly #options: UploadOptions;
  #received: (ReceivedFile & { readonly name: string }) | null = null;

  constructor(options: UploadOptions) {
    this.#options = options;
  }

  /** Writes the file as it arrives, and stops when it is too large. @param fileName the sender's name for it */
  async receive(content: AsyncIterable<Uint8Array>, fileName: string): Promise<Reception> {
    const { folder, signal, maxBytes } = this.#options;
    const filePath = path.join(folder, storedName(fileName));
    const hash = createHash("sha256");
    let sizeBytes = 0;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await using file = await open(filePath, "wx", 0o640);
      for await (const chunk of content) {
        signal.throwIfAborted();
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) return "too-large";
        hash.update(chunk);
        await file.appendFile(chunk);
      }
      signal.throwIfAborted();
      await file.sync();
    } catch (error) {
      if (isDiskFull(error)) return "disk-full";
      throw error;
    }
    this.#received = { path: filePath, sizeBytes, hash: hash.digest("hex"), name: fileName };
    return "received";
  }

  /** Decodes the received file and adds it to the library, or returns why not. */
  async add(): Promise<AddOutcome> {
    const received = this.#received;
    if (received === null) throw new Error("an upload was added before it was received");
    const { intake, signal } = this.#options;
    const outcome = await intake.add(received, { signal, onStep: async () => {} });
    await this.#options.onOutcome(received, outcome);
    return outcome;
  }

  /** Removes the received file; the library has its own copy. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await rm(this.#options.folder, { recursive: true, force: true });
    } finally {
      this.#options.onEnd();
    }
  }
}

/** The name of a file waiting to enter the library, which may become its title. */
export function storedName(fileName: string): string {
  const { name, ext } = path.parse(fileName);
  return `${safeFileName([name])}${ext.slice(0, 10).replaceAll(/[^.\w]/g, "")}`;
}
