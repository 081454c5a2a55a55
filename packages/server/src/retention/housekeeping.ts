import { createEvenTimer, type EvenTimer } from "@neonrelay/process/even-clock";
import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import { deleteAged, deleteOldest } from "./retention-store.ts";
import type { Settings } from "../settings/settings.ts";
import type { StationEvents } from "../events/station-events.ts";
import {
  agedBefore,
  rowsKept,
  type AgingKind,
  type CountedKind,
  type RowsKept,
} from "./retention-rules.ts";

const HOUR_MS = 60 * 60_000;
const ROWS_BETWEEN_RUNS = 1000;
/** Rows per statement, so that other statements don't wait long. */
const ROWS_PER_STATEMENT = 1000;

/**
 * Deletes rows older than the settings allow, and excess rows: at startup, every hour, when settings change, and after
 * many new rows.
 */
export class Housekeeping {
  readonly #database: Database;
  readonly #settings: Settings;
  readonly #events: StationEvents;
  readonly #log: Logger;
  readonly #clock: EvenTimer;
  readonly #kept: readonly RowsKept[];
  readonly #endings: readonly (() => void)[];
  #rows = 0;
  #isWanted = false;
  #isClosed = false;
  #running: Promise<void> | null = null;

  constructor(
    {
      database,
      settings,
      events,
      log,
    }: {
      readonly database: Database;
      readonly settings: Settings;
      readonly events: StationEvents;
      readonly log: Logger;
    },
    clock: EvenTimer = createEvenTimer(HOUR_MS),
    kept: readonly RowsKept[] = rowsKept,
  ) {
    this.#database = database;
    this.#settings = settings;
    this.#events = events;
    this.#log = log;
    this.#clock = clock;
    this.#kept = kept;
    this.#endings = [
      clock.every(() => this.#run()),
      events.subscribe((event) => {
        if (event.type === "settings.changed") this.#run();
        // Each of these adds a row to the system log.
        if (event.type === "track.failed" || event.type === "plan-item.missed") this.recordRow();
      }),
    ];
    this.#run();
  }

  /** Call when a row was added to one of the logs. */
  recordRow(): void {
    this.#rows += 1;
    if (this.#rows >= ROWS_BETWEEN_RUNS) this.#run();
  }

  /** Resolves when all pending work is done. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#endings) end();
    await this.#running;
  }

  #run(): void {
    this.#isWanted = true;
    this.#running ??= this.#work().finally(() => (this.#running = null));
  }

  async #work(): Promise<void> {
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      this.#rows = 0;
      try {
        await this.#deleteAll();
      } catch (error) {
        this.#log.warn({ error }, "could not delete old rows; retrying within an hour");
      }
    }
  }

  async #deleteAll(): Promise<void> {
    const { connection } = this.#database;
    const limit = ROWS_PER_STATEMENT;
    const nowMs = this.#clock.nowMs();
    if (nowMs === null)
      this.#log.warn(
        "the clock of this machine was set: nothing is deleted by age for half an hour",
      );
    const agedOut = nowMs === null ? [] : agedBefore(this.#settings.current, nowMs);
    for (const aged of agedOut) {
      const deleted = await this.#repeat(() => deleteAged(connection, { ...aged, limit }));
      if (deleted > 0) this.#reportRows(aged.kind);
    }
    for (const counted of this.#kept) {
      const deleted = await this.#repeat(() => deleteOldest(connection, { ...counted, limit }));
      if (deleted > 0) this.#reportRows(counted.kind);
    }
  }

  #reportRows(kind: AgingKind | CountedKind): void {
    if (kind === "chat") this.#events.publish({ type: "chat.changed" });
    if (kind === "comments") this.#events.publish({ type: "comments.changed" });
  }

  /** @returns how many rows were deleted in total */
  async #repeat(deleteSome: () => Promise<number>): Promise<number> {
    let deleted = 0;
    for (let some = ROWS_PER_STATEMENT; some >= ROWS_PER_STATEMENT && !this.#isClosed;) {
      some = await deleteSome();
      deleted += some;
    }
    return deleted;
  }
}
