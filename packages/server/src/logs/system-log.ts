import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import { isDatabaseAway } from "../database/database-failures.ts";
import { insertSystemLogs } from "../database/log-store.ts";
import { createFloodWindow } from "./flood-window.ts";
import { operatorRow, rowOfLine, type LogRow, type OperatorAction } from "./system-log-rules.ts";

const WINDOW_MS = 60_000;
/** Rows of the same message in a window; the rest is one row with their number. */
const ROWS_PER_WINDOW = 20;
const MAX_KINDS = 1000;
/** Rows waiting to be stored, while the database is away or not open yet; what comes then is only counted. */
const MAX_WAITING = 500;
const ROWS_PER_INSERT = 50;
const RETRY_MS = 5000;

/** Where rows go once the database is open. */
interface Store {
  readonly database: Database;
  /** Told of stored rows. */
  readonly noteRow: () => void;
  /** Says that storing fails; what it says is not stored itself. */
  readonly log: Logger;
}

/** The field that keeps a line of the log out of the database. */
const NOT_STORED = "isNotStored";

/**
 * Keeps warnings, errors and what operators did in the database. Nobody waits for it, a flood fills neither memory
 * nor disk, and while the database is away the rows wait.
 */
export class SystemLog {
  readonly #window = createFloodWindow<LogRow>({
    maxOfKind: ROWS_PER_WINDOW,
    maxKinds: MAX_KINDS,
  });
  readonly #timer = setInterval(() => this.endWindow(), WINDOW_MS);
  readonly #waiting: LogRow[] = [];
  #lost = 0;
  #store: Store | null = null;
  #storing: Promise<void> | null = null;
  /** Waits to try again; null when nothing has failed. */
  #retry: NodeJS.Timeout | null = null;
  #hasFailed = false;
  #isClosed = false;

  /** From now on rows are stored, those that came before too. */
  storeIn({ log, ...store }: Store): void {
    this.#store = { ...store, log: log.child({ [NOT_STORED]: true }) };
    this.#storeSoon();
  }

  noteOperatorAction(action: OperatorAction): void {
    this.#note(operatorRow(action, new Date()));
  }

  /** A line of the log of this process or of another part; kept when it is a warning or an error. */
  noteLine(line: string): void {
    const row = rowOfLine(line);
    if (row === null || row.details?.[NOT_STORED] === true) return;
    this.#note(row);
  }

  /** Notes how many rows were not kept one by one, and counts anew; done every minute. */
  endWindow(): void {
    for (const { event, more } of this.#window.end())
      this.#add({
        ...event,
        message: `${event.message}, and ${more} more`,
        timestamp: new Date(),
      });
  }

  /** Tries a last time to store what waits. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.endWindow();
    this.#isClosed = true;
    this.#tryAgain();
    await this.#storing;
  }

  /** Resolves when nothing is being stored. */
  async settled(): Promise<void> {
    await this.#storing;
  }

  #note(row: LogRow): void {
    if (this.#window.note(`${row.level} ${row.category} ${row.message}`, row)) this.#add(row);
  }

  #add(row: LogRow): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(row);
    this.#storeSoon();
  }

  #storeSoon(): void {
    if (this.#store === null || this.#waiting.length === 0 || this.#retry !== null) return;
    this.#storing ??= this.#storeAll(this.#store).finally(() => (this.#storing = null));
  }

  async #storeAll({ database, noteRow, log }: Store): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const batch = this.#waiting.slice(0, ROWS_PER_INSERT);
        await insertSystemLogs(database.connection, batch).catch((error: unknown) => {
          if (isDatabaseAway(error)) throw error;
          log.error({ error, rows: batch.length }, "system log rows could not be stored");
        });
        this.#waiting.splice(0, batch.length);
        for (const _row of batch) noteRow();
        if (this.#lost > 0) this.#noteLost();
      }
      this.#hasFailed = false;
    } catch (error) {
      // Said once: while the database is away every attempt fails alike.
      if (!this.#hasFailed) log.warn({ error }, "system log rows not stored; they wait");
      this.#hasFailed = true;
      if (!this.#isClosed) this.#retry = setTimeout(() => this.#tryAgain(), RETRY_MS);
    }
  }

  #tryAgain(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#storeSoon();
  }

  #noteLost(): void {
    const rows = this.#lost;
    this.#lost = 0;
    this.#waiting.push({
      level: "warn",
      category: "server",
      message: `${rows} rows of this log were lost while the database was away`,
      details: null,
      timestamp: new Date(),
    });
  }
}
