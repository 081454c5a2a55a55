import { AsyncLocalStorage } from "node:async_hooks";

/** Too many reads of visitors wait for the database, or one has waited for too long. */
export class DatabaseBusyError extends Error {
  override readonly name = "DatabaseBusyError";
}

const ofVisitors = new AsyncLocalStorage<true>();

/** What this work reads waits behind everything else that wants the database. */
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
 * Lets a few reads of visitors at a time through to the database: everything else passes them, because what has been sent
 * can't be overtaken. First come, first served.
 */
export class VisitorReads {
  readonly #limits: VisitorReadLimits;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: VisitorReadLimits) {
    this.#limits = limits;
  }

  /** @throws DatabaseBusyError, at once when too many wait already */
  async run<Outcome>(read: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#running < this.#limits.atOnce) this.#running += 1;
    else await this.#turn();
    try {
      return await read();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#running -= 1;
      else next(); // it runs in our place
    }
  }

  async #turn(): Promise<void> {
    const { waiting, waitMs } = this.#limits;
    if (this.#waiting.size >= waiting)
      throw new DatabaseBusyError("Too many reads of visitors wait for the database");
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
