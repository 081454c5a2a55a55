import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import { WireBatches } from "./wire-batches.ts";

/** Longest one batch of statements may take. PGlite ignores statement_timeout, so the thread is ended. */
export const QUERY_LIMIT_MS = 5000;
/** The first opening makes the cluster, which takes seconds on a slow disk. */
const OPEN_LIMIT_MS = 60_000;
/** A thread with nothing to do has this long to end by itself. */
const END_LIMIT_MS = 2000;

/** A statement ran over the limit and the embedded database was restarted; its transaction is rolled back. */
export class QueryOverrunError extends Error {
  override readonly name = "QueryOverrunError";
}

/**
 * The embedded database in its own thread, reached as a `stream` of `pg`. Each connection is one thread, and
 * the next is started only after the last has ended: PGlite is a single session on files without a lock.
 */
export class EmbeddedDatabase {
  readonly #folder: string;
  readonly #queryLimitMs: () => number;
  #ended: Promise<unknown> = Promise.resolve();

  constructor({
    folder,
    queryLimitMs,
  }: {
    readonly folder: string;
    readonly queryLimitMs: () => number;
  }) {
    this.#folder = folder;
    this.#queryLimitMs = queryLimitMs;
  }

  /** A new connection, to be given to `pg` as its `stream`. The pool must hold at most one at a time. */
  connect(): Duplex {
    const previous = this.#ended;
    const connection = new EmbeddedConnection({
      start: async () => {
        await previous;
        return new Worker(new URL("./embedded-worker.ts", import.meta.url), {
          workerData: { folder: this.#folder, machineCode: await compileOnce() },
        });
      },
      queryLimitMs: this.#queryLimitMs,
    });
    this.#ended = connection.ended;
    return connection;
  }

  /** Resolves when no thread has the files open; close the pool first. */
  async close(): Promise<void> {
    await this.#ended;
  }
}

/** The part of a socket that `pg` uses, over messages to the thread. */
class EmbeddedConnection extends Duplex {
  readonly #start: () => Promise<Worker>;
  readonly #queryLimitMs: () => number;
  readonly #batches = new WireBatches();
  readonly #ended = Promise.withResolvers<void>();
  #worker: Worker | null = null;
  #isStarting = false;
  #unanswered = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({
    start,
    queryLimitMs,
  }: {
    readonly start: () => Promise<Worker>;
    readonly queryLimitMs: () => number;
  }) {
    super();
    this.#start = start;
    this.#queryLimitMs = queryLimitMs;
  }

  /** Resolves when the thread has ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  connect(): void {
    this.#open().catch((error: unknown) => this.destroy(asError(error)));
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  async #open(): Promise<void> {
    this.#isStarting = true;
    const worker = await this.#start();
    this.#isStarting = false;
    if (this.destroyed) return await this.#endWorker(worker, { isIdle: true });
    this.#worker = worker;
    this.#watch(OPEN_LIMIT_MS, "The embedded database did not open in time");
    worker.on("error", (error) => this.destroy(error));
    worker.on("exit", () => this.destroy(new Error("The embedded database ended")));
    worker.once("message", () => {
      clearTimeout(this.#timer);
      worker.on("message", (answer: unknown) => this.#receive(answer));
      this.emit("connect");
    });
  }

  #receive(answer: unknown): void {
    this.#unanswered -= 1;
    clearTimeout(this.#timer);
    if (this.#unanswered > 0) this.#watchQuery();
    if (answer instanceof Uint8Array && answer.length > 0) this.push(Buffer.from(answer));
  }

  #watchQuery(): void {
    const limitMs = this.#queryLimitMs();
    this.#watch(
      limitMs,
      `A database statement took longer than ${limitMs / 1000} s; the embedded database was restarted`,
    );
  }

  #watch(limitMs: number, reason: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.destroy(new QueryOverrunError(reason)), limitMs);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    for (const batch of this.#batches.push(chunk)) {
      this.#unanswered += 1;
      if (this.#unanswered === 1) this.#watchQuery();
      this.#worker?.postMessage(new Uint8Array(batch));
    }
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = null;
    if (worker === null) {
      if (!this.#isStarting) this.#ended.resolve(); // otherwise #open ends the thread it gets
      return done(error);
    }
    void this.#endWorker(worker, { isIdle: this.#unanswered === 0 }); // `ended` says when
    done(error);
  }

  /** An idle thread ends by itself; one with work left is ended, wherever it is. */
  async #endWorker(worker: Worker, { isIdle }: { readonly isIdle: boolean }): Promise<void> {
    worker.removeAllListeners();
    worker.on("error", () => {}); // it is being ended; what it still had to say does not matter
    try {
      if (isIdle) {
        const exited = once(worker, "exit", { signal: AbortSignal.timeout(END_LIMIT_MS) });
        worker.postMessage(null);
        await exited.catch(() => {}); // ended from outside then
      }
      await worker.terminate();
    } finally {
      this.#ended.resolve();
    }
  }
}

let machineCode: Promise<WebAssembly.Module> | undefined;

/**
 * PGlite's code, compiled once for all threads of this process. A thread that ends while it still compiles takes the
 * whole process with it: https://github.com/nodejs/node/issues/56236
 */
async function compileOnce(): Promise<WebAssembly.Module> {
  machineCode ??= readFile(
    createRequire(import.meta.url).resolve("@electric-sql/pglite/pglite.wasm"),
  ).then((bytes) => WebAssembly.compile(bytes));
  return await machineCode;
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
