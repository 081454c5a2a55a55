import type { FileHandle } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { isDiskFull } from "@neonrelay/process/disk-full";
import type { LostRows } from "../protocol/index.ts";
import type { WriteTroubles } from "../state/durable-file.ts";

const BATCH_MS = 50;
const SYNC_EVERY_MS = 1000;
const RETRY_MS = 5000;

/** A line to be written, and what remains of its rows if it can't be. */
export interface PendingLine {
  readonly text: string;
  readonly rows: readonly LostRows[];
}

interface LedgerWriterParts {
  /** Lines that may wait in memory while the disk takes none. */
  readonly maxPending: number;
  /** Whether the next lines begin another file. */
  readonly isFileFull: () => boolean;
  /** Creates the next file and writes its beginning. @param batch its first lines */
  readonly begin: (batch: readonly PendingLine[]) => Promise<FileHandle>;
  readonly onWritten: (bytes: number) => void;
  /** Too many lines waited: these are given up, and the next file begins with the state that they led to. */
  readonly onOverflow: (rows: readonly LostRows[]) => void;
  readonly makeRoom: () => Promise<unknown>;
  readonly troubles: WriteTroubles;
}

/** Appends lines in the background: within 50 ms to the file, within a second to the disk. */
export class LedgerWriter {
  readonly #parts: LedgerWriterParts;
  #pending: PendingLine[] = [];
  /** null: the next lines begin a file. */
  #file: FileHandle | null = null;
  #isDirty = false;
  #syncedAtMs = 0;
  #waiters: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  #work: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(parts: LedgerWriterParts) {
    this.#parts = parts;
  }

  append(line: PendingLine): void {
    this.#pending.push(line);
    if (this.#pending.length > this.#parts.maxPending) {
      this.#parts.onOverflow(this.#pending.flatMap(({ rows }) => rows));
      this.#pending = [];
      this.#endFile();
    }
    this.#schedule();
  }

  /** Resolves when everything appended is on disk. @throws when it can't be written now */
  async settled(): Promise<void> {
    if (this.#pending.length === 0 && !this.#isDirty) return;
    if (this.#retry !== null || this.#isClosed) throw new Error("the ledger can't be written now");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiters.push({ resolve, reject });
    this.#schedule();
    await promise;
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    await this.settled().catch((error: unknown) => this.#parts.troubles.failed(error));
    this.#isClosed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#work;
    await this.#file?.close();
    this.#file = null;
  }

  #schedule(): void {
    if (this.#work !== null || this.#retry !== null || this.#isClosed) return;
    this.#work = this.#run()
      .catch(async (error: unknown) => this.#fail(error))
      .finally(() => {
        this.#work = null;
        if (this.#pending.length > 0 || this.#waiters.length > 0) this.#schedule();
      });
  }

  /** Writes until everything is on disk. */
  async #run(): Promise<void> {
    while (this.#pending.length > 0 || this.#isDirty || this.#waiters.length > 0) {
      if (this.#waiters.length === 0) await delay(BATCH_MS, undefined, { ref: false });
      if (this.#pending.length > 0) await this.#write();
      const isDue = performance.now() - this.#syncedAtMs >= SYNC_EVERY_MS;
      if (isDue || this.#waiters.length > 0) await this.#sync();
    }
  }

  async #write(): Promise<void> {
    const batch = this.#pending;
    this.#pending = [];
    this.#isDirty = true;
    try {
      if (this.#file === null || this.#parts.isFileFull()) {
        await this.#file?.datasync();
        this.#endFile();
        this.#file = await this.#parts.begin(batch);
      }
      const text = batch.map((line) => line.text).join("");
      await this.#file.appendFile(text);
      this.#parts.onWritten(Buffer.byteLength(text));
    } catch (error) {
      this.#pending = [...batch, ...this.#pending];
      // Part of the batch may be in the file; rows that are there twice are read once.
      this.#endFile();
      throw error;
    }
  }

  async #sync(): Promise<void> {
    const waiters = this.#pending.length === 0 ? this.#waiters.splice(0) : [];
    try {
      await this.#file?.datasync();
    } catch (error) {
      this.#waiters.push(...waiters);
      throw error;
    }
    this.#syncedAtMs = performance.now();
    this.#isDirty = false;
    this.#parts.troubles.worked();
    for (const { resolve } of waiters) resolve();
  }

  #endFile(): void {
    const file = this.#file;
    this.#file = null;
    file?.close().catch((error: unknown) => this.#parts.troubles.failed(error));
  }

  async #fail(error: unknown): Promise<void> {
    const { troubles, makeRoom } = this.#parts;
    troubles.failed(error);
    this.#isDirty = false;
    for (const { reject } of this.#waiters.splice(0)) reject(error);
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#schedule();
    }, RETRY_MS).unref();
    if (!isDiskFull(error)) return;
    try {
      await makeRoom();
    } catch (failure) {
      troubles.failed(failure);
    }
  }
}
