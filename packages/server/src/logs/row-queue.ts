import type { Logger } from "@neonrelay/process/log";
import { mayWorkLater } from "../database/database-failures.ts";

const ROWS_PER_INSERT = 50;
const RETRY_MS = 5000;

interface RowQueueOptions<Row> {
  /** Maximum rows kept while the database is down; further ones are only counted. */
  readonly maxWaiting: number;
  /** Names the rows in the log: 'system log rows'. */
  readonly what: string;
  /** The row that reports how many were lost. */
  readonly lostRow: (rows: number) => Row;
  readonly insert: (rows: readonly Row[]) => Promise<void>;
  /** Called for each stored row. */
  readonly recordRow: () => void;
  readonly log: Logger;
}

/** Stores rows in the background; while the database is down it keeps a bounded number in memory. */
export class RowQueue<Row> {
  readonly #options: RowQueueOptions<Row>;
  readonly #waiting: Row[] = [];
  #lost = 0;
  #storing: Promise<void> | null = null;
  /** The retry timer; null when nothing has failed. */
  #retry: NodeJS.Timeout | null = null;
  #hasFailed = false;
  #isClosed = false;

  constructor(options: RowQueueOptions<Row>) {
    this.#options = options;
  }

  add(row: Row): void {
    if (this.#waiting.length >= this.#options.maxWaiting) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(row);
    this.#storeSoon();
  }

  /** Tries once more to store waiting rows. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#tryAgain();
    await this.#storing;
  }

  /** Resolves when all waiting rows are stored. */
  async settled(): Promise<void> {
    await this.#storing;
  }

  #storeSoon(): void {
    if (this.#waiting.length === 0 || this.#retry !== null) return;
    this.#storing ??= this.#storeAll().finally(() => (this.#storing = null));
  }

  async #storeAll(): Promise<void> {
    const { what, lostRow, log } = this.#options;
    try {
      while (this.#waiting.length > 0) {
        await this.#storeNext();
        if (this.#lost > 0) {
          this.#waiting.push(lostRow(this.#lost));
          this.#lost = 0;
        }
      }
      this.#hasFailed = false;
    } catch (error) {
      // Logged once: while the database is down every attempt fails alike.
      if (!this.#hasFailed) log.warn({ error }, `could not store ${what}; keeping them in memory`);
      this.#hasFailed = true;
      if (!this.#isClosed) this.#retry = setTimeout(() => this.#tryAgain(), RETRY_MS);
    }
  }

  /** Stores the next rows together, or one by one after a refusal, so that a bad row does not take others along. */
  async #storeNext(): Promise<void> {
    const batch = this.#waiting.slice(0, ROWS_PER_INSERT);
    const refusal = await refusalOf(this.#options, batch);
    if (refusal === null) {
      this.#waiting.splice(0, batch.length);
      return;
    }
    for (const row of batch) {
      const error = batch.length === 1 ? refusal : await refusalOf(this.#options, [row]);
      this.#waiting.shift();
      if (error === null) continue;
      const { what, log } = this.#options;
      log.error({ error, row }, `can't store one of the ${what}: skipped`);
    }
  }

  #tryAgain(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#storeSoon();
  }
}

/** Stores rows. @returns why they were refused for good, or null when stored @throws errors worth a retry */
async function refusalOf<Row>(
  { insert, recordRow }: RowQueueOptions<Row>,
  rows: readonly Row[],
): Promise<Error | null> {
  try {
    await insert(rows);
  } catch (error) {
    if (mayWorkLater(error) || !(error instanceof Error)) throw error;
    return error;
  }
  for (const _row of rows) recordRow();
  return null;
}
