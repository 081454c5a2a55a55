import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import { insertSecurityEvent } from "../database/log-store.ts";
import { createFloodWindow } from "../logs/flood-window.ts";
import type { StationEvents } from "../station-events.ts";

export interface SecurityEvent {
  readonly severity: "critical" | "high" | "medium" | "other";
  readonly eventType: string;
  readonly description: string;
  readonly ipAddress: string;
}

/** Rows of one kind from one address in a window; the rest is one row with their number. */
const ROWS_PER_WINDOW = 3;
const WINDOW_MS = 60_000;
/** Rows being written at once, and kinds and addresses counted in a window; beyond it nothing is noted. */
const MAX_PENDING = 50;
const MAX_KINDS = 1000;

/** Writes security events so that a flood of them fills neither the memory nor the database. */
export class SecurityLog {
  readonly #database: Database;
  readonly #events: StationEvents;
  readonly #noteRow: () => void;
  readonly #log: Logger;
  readonly #pending = new Set<Promise<void>>();
  readonly #window = createFloodWindow<SecurityEvent>({
    maxOfKind: ROWS_PER_WINDOW,
    maxKinds: MAX_KINDS,
  });
  readonly #timer: NodeJS.Timeout;

  constructor({
    database,
    events,
    noteRow,
    log,
  }: {
    readonly database: Database;
    readonly events: StationEvents;
    /** Told of each stored row. */
    readonly noteRow: () => void;
    readonly log: Logger;
  }) {
    this.#database = database;
    this.#events = events;
    this.#noteRow = noteRow;
    this.#log = log;
    this.#timer = setInterval(() => this.endWindow(), WINDOW_MS);
  }

  /** Notes an event without making its caller wait. */
  note(event: SecurityEvent): void {
    if (this.#window.note(`${event.eventType} ${event.ipAddress}`, event)) this.#write(event);
  }

  /** Writes how many events were not written one by one, and counts anew; done every minute. */
  endWindow(): void {
    for (const { event, more } of this.#window.end())
      this.#write({ ...event, description: `${event.description}, and ${more} more` });
  }

  /** Resolves when everything noted is written. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.endWindow();
    await this.settled();
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #write(event: SecurityEvent): void {
    const { severity, description } = event;
    if (severity === "critical" || severity === "high")
      this.#events.publish({ type: "security.noted", description });
    if (this.#pending.size >= MAX_PENDING) return;
    const writing = insertSecurityEvent(this.#database.connection, event)
      .then(() => this.#noteRow())
      .catch((error: unknown) => this.#log.warn({ error }, "security event not stored"))
      .finally(() => this.#pending.delete(writing));
    this.#pending.add(writing);
  }
}
