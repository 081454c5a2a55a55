import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import { insertSystemLogs } from "./log-store.ts";
import { createFloodWindow } from "../limits/flood-window.ts";
import { RowQueue } from "./row-queue.ts";
import { operatorRow, rowOfLine, type LogRow, type OperatorAction } from "./system-log-rules.ts";

const WINDOW_MS = 60_000;
/** Rows of the same message in a window; the rest is one row with their number. */
const ROWS_PER_WINDOW = 20;
const MAX_KINDS = 1000;
const MAX_WAITING = 500;

/** The field that keeps a line of the log out of the database. */
const NOT_STORED = "isNotStored";

/**
 * Keeps warnings, errors and what operators did in the database. It blocks no caller, a flood fills neither memory
 * nor disk, and while the database is away the rows wait.
 */
export class SystemLog {
  readonly #window = createFloodWindow<LogRow>({
    maxOfKind: ROWS_PER_WINDOW,
    maxKinds: MAX_KINDS,
  });
  readonly #timer = setInterval(() => this.endWindow(), WINDOW_MS);
  readonly #queue: RowQueue<LogRow>;

  /**
   * @param recordRow gets each stored row
   * @param log says that storing fails; what it says is not stored itself
   */
  constructor({
    database,
    recordRow,
    log,
  }: {
    readonly database: Database;
    readonly recordRow: () => void;
    readonly log: Logger;
  }) {
    this.#queue = new RowQueue<LogRow>({
      maxWaiting: MAX_WAITING,
      what: "system log rows",
      lostRow,
      insert: (rows) => insertSystemLogs(database.connection, rows),
      recordRow,
      log: log.child({ [NOT_STORED]: true }),
    });
  }

  recordOperatorAction(action: OperatorAction): void {
    this.#note(operatorRow(action, new Date()));
  }

  /** A line of the log of this process or of another part; kept when it is a warning or an error. */
  recordLine(line: string): void {
    const row = rowOfLine(line);
    if (row === null || row.details?.[NOT_STORED] === true) return;
    this.#note(row);
  }

  /** Notes how many rows were not kept one by one, and starts counting again; done every minute. */
  endWindow(): void {
    for (const { event, more } of this.#window.end())
      this.#queue.add({
        ...event,
        message: `${event.message}, and ${more} more`,
        timestamp: new Date(),
      });
  }

  /** Tries a last time to store what waits. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.endWindow();
    await this.#queue.close();
  }

  /** Resolves when all waiting rows are stored. */
  async settled(): Promise<void> {
    await this.#queue.settled();
  }

  #note(row: LogRow): void {
    if (this.#window.note(`${row.level} ${row.category} ${row.message}`, row)) this.#queue.add(row);
  }
}

function lostRow(rows: number): LogRow {
  const were = rows === 1 ? "1 row of this log was" : `${rows} rows of this log were`;
  return {
    level: "warn",
    category: "server",
    message: `${were} lost while the database was away`,
    details: null,
    timestamp: new Date(),
  };
}
