import { AsyncLocalStorage } from "node:async_hooks";

/** Too many visitor reads wait for the database, or one has waited too long. */
export class DatabaseBusyError extends Error {
  override readonly name = "DatabaseBusyError";
}

const ofVisitors = new AsyncLocalStorage<true>();

/** Reads of this work queue behind everything else that uses the database. */
export function asVisitorRead<Outcome>(work: () => Outcome): Outcome {
  return ofVisitors.run(true, work);
}

export function isVisitorRead(): boolean {
  return ofVisitors.getStore() === true;
}

interface VisitorReadLimits {
  readonly atOnce: number;
  readonly waiting: number;
  readonly waitMs: number;
}

/**
 * Sends only a few visitor reads at a time to the database, first come, first served. Everything else can pass the
 * waiting ones; a statement that has been sent can't be overtaken.
 */
export class VisitorReads {
  readonly #limits: VisitorReadLimits;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: VisitorReadLimits) {
    this.#limits = limits;
  }

  /** @throws DatabaseBusyError, at once when too many are already waiting */
  async run<Outcome>(read: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#running < this.#limits.atOnce) this.#running += 1;
    else await this.#turn();
    try {
      return await read();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#running -= 1;
      else next(); // it takes our place
    }
  }

  async #turn(): Promise<void> {
    const { waiting, waitMs } = this.#limits;
    if (this.#waiting.size >= waiting)
      throw new DatabaseBusyError("Too many visitor reads are waiting for the database");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = (): void => {
      this.#waiting.delete(begin);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      this.#waiting.delete(begin);
      reject(new DatabaseBusyError("A visitor's read waited too long for the database"));
    }, waitMs);
    this.#waiting.add(begin);
    await promise;
  }
}
