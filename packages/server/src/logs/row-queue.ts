import type { Logger } from "@neonrelay/process/log";
import { mayWorkLater } from "../database/database-failures.ts";

const ROWS_PER_INSERT = 50;
const RETRY_MS = 5000;

export interface RowQueueOptions<Row> {
  /** Rows waiting to be stored, while the database is away or not open yet; what comes then is only counted. */
  readonly maxWaiting: number;
  /** What the rows are, in the words of the log: 'system log rows'. */
  readonly what: string;
  /** The row that says how many were lost. */
  readonly lostRow: (rows: number) => Row;
}

/** Where rows go once the database is open. */
export interface RowStore<Row> {
  readonly insert: (rows: readonly Row[]) => Promise<void>;
  /** Told of each stored row. */
  readonly noteRow: () => void;
  readonly log: Logger;
}

/** Stores rows nobody waits for: while the database is away they wait here, up to a number. */
export class RowQueue<Row> {
  readonly #options: RowQueueOptions<Row>;
  readonly #waiting: Row[] = [];
  #lost = 0;
  #store: RowStore<Row> | null = null;
  #storing: Promise<void> | null = null;
  /** Waits to try again; null when nothing has failed. */
  #retry: NodeJS.Timeout | null = null;
  #hasFailed = false;
  #isClosed = false;

  constructor(options: RowQueueOptions<Row>) {
    this.#options = options;
  }

  /** From now on rows are stored, those that came before too. */
  storeIn(store: RowStore<Row>): void {
    this.#store = store;
    this.#storeSoon();
  }

  add(row: Row): void {
    if (this.#waiting.length >= this.#options.maxWaiting) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(row);
    this.#storeSoon();
  }

  /** Tries a last time to store what waits. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#tryAgain();
    await this.#storing;
  }

  /** Resolves when nothing is being stored. */
  async settled(): Promise<void> {
    await this.#storing;
  }

  #storeSoon(): void {
    if (this.#store === null || this.#waiting.length === 0 || this.#retry !== null) return;
    this.#storing ??= this.#storeAll(this.#store).finally(() => (this.#storing = null));
  }

  async #storeAll(store: RowStore<Row>): Promise<void> {
    const { log } = store;
    const { what, lostRow } = this.#options;
    try {
      while (this.#waiting.length > 0) {
        await this.#storeNext(store);
        if (this.#lost > 0) {
          this.#waiting.push(lostRow(this.#lost));
          this.#lost = 0;
        }
      }
      this.#hasFailed = false;
    } catch (error) {
      // Said once: while the database is away every attempt fails alike.
      if (!this.#hasFailed) log.warn({ error }, `${what} not stored; they wait`);
      this.#hasFailed = true;
      if (!this.#isClosed) this.#retry = setTimeout(() => this.#tryAgain(), RETRY_MS);
    }
  }

  /** Stores the next rows together; when they are refused one by one, so that a bad one takes no other along. */
  async #storeNext(store: RowStore<Row>): Promise<void> {
    const batch = this.#waiting.slice(0, ROWS_PER_INSERT);
    const refusal = await refusalOf(store, batch);
    if (refusal === null) {
      this.#waiting.splice(0, batch.length);
      return;
    }
    for (const row of batch) {
      const error = batch.length === 1 ? refusal : await refusalOf(store, [row]);
      this.#waiting.shift();
      if (error === null) continue;
      const { what } = this.#options;
      store.log.error({ error, row }, `one of the ${what} can't be stored; it is set aside`);
    }
  }

  #tryAgain(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#storeSoon();
  }
}

/** Stores rows. @returns why they can't be; null: they are stored. @throws what says that they may be later */
async function refusalOf<Row>(
  { insert, noteRow }: RowStore<Row>,
  rows: readonly Row[],
): Promise<Error | null> {
  try {
    await insert(rows);
  } catch (error) {
    if (mayWorkLater(error) || !(error instanceof Error)) throw error;
    return error;
  }
  for (const _row of rows) noteRow();
  return null;
}
