import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import { trimLogs } from "../database/log-store.ts";

const HOUR_MS = 60 * 60_000;
const ROWS_BETWEEN_TRIMS = 1000;

/** Keeps the logs in the database bounded: trims them at start, every hour and after many new rows. */
export class LogTrimmer {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #rows = 0;
  #trimming: Promise<void> | null = null;

  constructor({ database, log }: { readonly database: Database; readonly log: Logger }) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => this.#trim(), HOUR_MS);
    this.#trim();
  }

  /** A row was added to one of the logs. */
  noteRow(): void {
    this.#rows += 1;
    if (this.#rows >= ROWS_BETWEEN_TRIMS) this.#trim();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#trimming;
  }

  #trim(): void {
    this.#rows = 0;
    this.#trimming ??= trimLogs(this.#database.connection)
      .catch((error: unknown) => this.#log.warn({ error }, "logs not trimmed; tried again later"))
      .finally(() => (this.#trimming = null));
  }
}
