import { Duplex } from "node:stream";
import { toError } from "./shared-reads.ts";

/** Where the embedded database runs. It takes whole batches of PostgreSQL's wire protocol, one at a time. */
export interface EmbeddedHost {
  post(batch: Uint8Array): void;
  /** See `processorWaitMs`. */
  waitedMs(): number;
  /** Resolves when nothing of it runs any more. @param isIdle every batch has been answered */
  end(state: { readonly isIdle: boolean }): Promise<void>;
}

export interface HostListener {
  opened(): void;
  /** One answer per batch, in order; empty when the database has nothing to say. */
  answered(bytes: Uint8Array): void;
  /** It exited unexpectedly. */
  failed(error: Error): void;
}

type StartHost = (listener: HostListener) => Promise<EmbeddedHost>;

/**
 * Time limit for one batch of statements, in ms. PGlite ignores statement_timeout, so its host is ended instead. Time
 * spent waiting for a CPU does not count.
 */
export const QUERY_LIMIT_MS = 5000;
/** Upper bound for a batch including its waits, as a multiple of the limit. */
const MAX_STRETCH = 12;
/** Shorter waits do not extend the limit, in ms. */
const LEAST_WAIT_MS = 50;
/**
 * Time limit for an opening, in ms. The first one creates the cluster: ten seconds on an idle machine, minutes on a
 * busy CPU and disk. It reports nothing until it is done.
 */
export const OPEN_LIMIT_MS = 600_000;

/** A statement exceeded the limit and the embedded database was restarted; its transaction is rolled back. */
export class QueryOverrunError extends Error {
  override readonly name = "QueryOverrunError";
}

/**
 * The embedded database in its host, reached as a `stream` of `pg`. Each connection is one host, and the next starts
 * only once the last has ended: PGlite is a single session on files without a lock.
 */
export class EmbeddedDatabase {
  readonly #start: StartHost;
  readonly #queryLimitMs: () => number;
  #ended: Promise<unknown> = Promise.resolve();

  constructor({
    start,
    queryLimitMs,
  }: {
    readonly start: StartHost;
    readonly queryLimitMs: () => number;
  }) {
    this.#start = start;
    this.#queryLimitMs = queryLimitMs;
  }

  /** A new connection, for `pg` to use as its `stream`. The pool must hold at most one at a time. */
  connect(): Duplex {
    const previous = this.#ended;
    const connection = new EmbeddedConnection({
      start: async (listener) => {
        await previous;
        return await this.#start(listener);
      },
      queryLimitMs: this.#queryLimitMs,
    });
    this.#ended = connection.ended;
    return connection;
  }

  /** Resolves when no host has the files open; close the pool first. */
  async close(): Promise<void> {
    await this.#ended;
  }
}

/** The part of a socket that `pg` uses, over messages to the host. */
class EmbeddedConnection extends Duplex {
  readonly #start: StartHost;
  readonly #queryLimitMs: () => number;
  readonly #batches = new WireBatches();
  readonly #ended = Promise.withResolvers<void>();
  #host: EmbeddedHost | null = null;
  #isStarting = false;
  #unanswered = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({
    start,
    queryLimitMs,
  }: {
    readonly start: StartHost;
    readonly queryLimitMs: () => number;
  }) {
    super();
    this.#start = start;
    this.#queryLimitMs = queryLimitMs;
  }

  /** Resolves when the host has ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  connect(): void {
    this.#open().catch((error: unknown) => this.destroy(toError(error)));
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  async #open(): Promise<void> {
    const host = await this.#startHost();
    if (this.destroyed) return await this.#endHost(host, { isIdle: true });
    this.#host = host;
    const reason = `The embedded database did not open within ${OPEN_LIMIT_MS / 60_000} minutes`;
    this.#timer = setTimeout(() => this.destroy(new QueryOverrunError(reason)), OPEN_LIMIT_MS);
  }

  async #startHost(): Promise<EmbeddedHost> {
    this.#isStarting = true;
    try {
      return await this.#start({
        opened: () => {
          clearTimeout(this.#timer);
          this.emit("connect");
        },
        answered: (bytes) => this.#receive(bytes),
        failed: (error) => this.destroy(error),
      });
    } catch (error) {
      this.#ended.resolve();
      throw error;
    } finally {
      this.#isStarting = false;
    }
  }

  #receive(answer: Uint8Array): void {
    if (this.destroyed) return;
    this.#unanswered -= 1;
    clearTimeout(this.#timer);
    if (this.#unanswered > 0) this.#watchQuery();
    if (answer.length > 0) this.push(Buffer.from(answer));
  }

  #watchQuery(): void {
    const limitMs = this.#queryLimitMs();
    const reason = `A database statement took longer than ${limitMs / 1000} s; the embedded database was restarted`;
    const startMs = this.#host?.waitedMs() ?? 0;
    const wait = (forMs: number, grantedMs: number): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        const waitedMs = (this.#host?.waitedMs() ?? 0) - startMs;
        const moreMs = Math.min(waitedMs, limitMs * (MAX_STRETCH - 1)) - grantedMs;
        if (moreMs < LEAST_WAIT_MS) this.destroy(new QueryOverrunError(reason));
        else wait(moreMs, grantedMs + moreMs);
      }, forMs);
    };
    wait(limitMs, 0);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    for (const batch of this.#batches.push(chunk)) {
      this.#unanswered += 1;
      if (this.#unanswered === 1) this.#watchQuery();
      this.#host?.post(new Uint8Array(batch));
    }
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    const host = this.#host;
    this.#host = null;
    if (host === null) {
      if (!this.#isStarting) this.#ended.resolve(); // while starting, #open ends the host
      return done(error);
    }
    void this.#endHost(host, { isIdle: this.#unanswered === 0 }); // `ended` resolves when it is done
    done(error);
  }

  async #endHost(host: EmbeddedHost, state: { readonly isIdle: boolean }): Promise<void> {
    try {
      await host.end(state);
    } finally {
      this.#ended.resolve();
    }
  }
}

/** Messages the server answers: Query, Sync, Flush, FunctionCall, Terminate, CopyDone, CopyFail. */
const batchEnds = new Set("QSHFXcf".split("").map((letter) => letter.charCodeAt(0)));
const TYPE_AND_LENGTH_BYTES = 5;
const LENGTH_BYTES = 4;

/**
 * Cuts a PostgreSQL client's output into batches that the server answers as a whole (PostgreSQL 18, chapter 54.7). The
 * first message, the start-up packet, has no type byte and is a batch of its own.
 */
class WireBatches {
  #pending: Buffer = Buffer.alloc(0);
  #hasStarted = false;

  /** Takes bytes as written, cut anywhere, and returns the batches they complete. */
  push(bytes: Buffer): readonly Buffer[] {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const batches: Buffer[] = [];
    for (let end = this.#batchEnd(); end !== null; end = this.#batchEnd()) {
      batches.push(this.#pending.subarray(0, end));
      this.#pending = this.#pending.subarray(end);
    }
    return batches;
  }

  #batchEnd(): number | null {
    if (!this.#hasStarted) {
      if (this.#pending.length < LENGTH_BYTES) return null;
      const end = this.#pending.readInt32BE(0);
      if (this.#pending.length < end) return null;
      this.#hasStarted = true;
      return end;
    }
    let at = 0;
    while (this.#pending.length >= at + TYPE_AND_LENGTH_BYTES) {
      const type = this.#pending.readUInt8(at);
      const end = at + 1 + this.#pending.readInt32BE(at + 1);
      if (this.#pending.length < end) return null;
      if (batchEnds.has(type)) return end;
      at = end;
    }
    return null;
  }
}

/** Current time limit for a statement of the embedded database. */
export class StatementLimit {
  readonly #usualMs: number;
  readonly #raised = new Set<{ readonly limitMs: number }>();

  constructor(usualMs: number) {
    this.#usualMs = usualMs;
  }

  /** The highest limit of any running work. */
  get ms(): number {
    return Math.max(this.#usualMs, ...[...this.#raised].map(({ limitMs }) => limitMs));
  }

  /** While `work` runs, its statements may take that long, and so may all others. */
  async raised<Outcome>(limitMs: number, work: () => Promise<Outcome>): Promise<Outcome> {
    const need = { limitMs };
    this.#raised.add(need);
    try {
      return await work();
    } finally {
      this.#raised.delete(need);
    }
  }
}
