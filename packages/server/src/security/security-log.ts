import type { Logger } from "@neonrelay/process/log";
import { networkOf } from "../accounts/throttle-rules.ts";
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

/** Rows of one kind from one network in a window; the rest is one row with their number. */
const ROWS_PER_WINDOW = 3;
const WINDOW_MS = 60_000;
/** Kinds and networks counted in a window; beyond it nothing is noted. */
const MAX_KINDS = 1000;
/** Rows being written at once, beyond which none is begun. */
const MAX_PENDING = { grave: 100, others: 50 };

/** Writes security events so that a flood of them fills neither the memory nor the database. */
export class SecurityLog {
  readonly #database: Database;
  readonly #events: StationEvents;
  readonly #noteRow: () => void;
  readonly #log: Logger;
  readonly #pending = new Set<Promise<void>>();
  /** Apart, because only operators cause grave events: no flood by others keeps one from being noted. */
  readonly #windows = { grave: createWindow(), others: createWindow() };
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
    const { eventType, ipAddress, description } = event;
    const kind = `${eventType} ${networkOf(ipAddress)}`;
    const isOneOfFew = isGrave(event)
      ? this.#windows.grave.note(`${kind} ${description}`, event)
      : this.#windows.others.note(kind, event);
    if (isOneOfFew) this.#write(event);
  }

  /** Writes how many events were not written one by one, and counts anew; done every minute. */
  endWindow(): void {
    for (const { event, more } of [...this.#windows.grave.end(), ...this.#windows.others.end()])
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
    const { description } = event;
    if (isGrave(event)) this.#events.publish({ type: "security.noted", description });
    if (this.#pending.size >= MAX_PENDING[isGrave(event) ? "grave" : "others"]) return;
    const writing = insertSecurityEvent(this.#database.connection, event)
      .then(() => this.#noteRow())
      .catch((error: unknown) => this.#log.warn({ error }, "security event not stored"))
      .finally(() => this.#pending.delete(writing));
    this.#pending.add(writing);
  }
}

function createWindow() {
  return createFloodWindow<SecurityEvent>({ maxOfKind: ROWS_PER_WINDOW, maxKinds: MAX_KINDS });
}

/** Somebody must look at it. */
function isGrave({ severity }: SecurityEvent): boolean {
  return severity === "critical" || severity === "high";
}
