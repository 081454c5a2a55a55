import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import { insertSystemLogs } from "./log-store.ts";
import { createFloodWindow } from "../limits/flood-window.ts";
import { RowQueue } from "./row-queue.ts";
import { operatorRow, rowOfLine, type LogRow, type OperatorAction } from "./system-log-rules.ts";

const WINDOW_MS = 60_000;
/** Maximum rows per message and window; one more row counts the rest. */
const ROWS_PER_WINDOW = 20;
const MAX_KINDS = 1000;
const MAX_WAITING = 500;

/** Log field that keeps a line out of the database. */
const NOT_STORED = "isNotStored";

/**
 * Stores warnings, errors and operators' actions in the database. It never blocks a caller, a flood fills neither
 * memory nor disk, and rows wait while the database is down.
 */
export class SystemLog {
  readonly #window = createFloodWindow<LogRow>({
    maxOfKind: ROWS_PER_WINDOW,
    maxKinds: MAX_KINDS,
  });
  readonly #timer = setInterval(() => this.endWindow(), WINDOW_MS);
  readonly #queue: RowQueue<LogRow>;

  /**
   * @param recordRow called for each stored row
   * @param log reports failures to store; these lines are not stored themselves
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
    this.#record(operatorRow(action, new Date()));
  }

  /** Takes a log line of this process or another part; stores warnings and errors. */
  recordLine(line: string): void {
    const row = rowOfLine(line);
    if (row === null || row.details?.[NOT_STORED] === true) return;
    this.#record(row);
  }

  /** Writes the counts of rows not stored individually, and starts a new window; called every minute. */
  endWindow(): void {
    for (const { event, more } of this.#window.end())
      this.#queue.add({
        ...event,
        message: `${event.message}, and ${more} more`,
        timestamp: new Date(),
      });
  }

  /** Tries once more to store waiting rows. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.endWindow();
    await this.#queue.close();
  }

  /** Resolves when all waiting rows are stored. */
  async settled(): Promise<void> {
    await this.#queue.settled();
  }

  #record(row: LogRow): void {
    if (this.#window.admit(`${row.level} ${row.category} ${row.message}`, row))
      this.#queue.add(row);
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
