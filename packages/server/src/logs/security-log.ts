import type { Logger } from "@neonrelay/process/log";
import { networkOf } from "@neonrelay/process/network-of";
import type { Database } from "../database/database.ts";
import { insertSecurityEvents, type NewSecurityEvent } from "./log-store.ts";
import { createFloodWindow } from "../limits/flood-window.ts";
import { lineText } from "./line-text.ts";
import { RowQueue } from "./row-queue.ts";
import type { StationEvent, StationEvents } from "../events/station-events.ts";

export interface SecurityEvent {
  readonly severity: "critical" | "high" | "medium" | "other";
  readonly eventType: string;
  readonly description: string;
  readonly ipAddress: string;
}

/** Rows of one kind from one network in a window; the rest is one row with their number. */
const ROWS_PER_WINDOW = 3;
const WINDOW_MS = 60_000;
/** Kinds and networks counted in a window; further ones are not recorded. */
const MAX_KINDS = 1000;
/** Rows waiting for the database, beyond which they are only counted. */
const MAX_WAITING = 500;

/** Writes security events so that a flood of them fills neither the memory nor the database; they wait while it is away. */
export class SecurityLog {
  readonly #events: StationEvents;
  /** Apart, because only operators cause grave events: no flood by others keeps one from being noted. */
  readonly #windows = { grave: createWindow(), others: createWindow() };
  readonly #queues: Readonly<Record<"grave" | "others", RowQueue<NewSecurityEvent>>>;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  constructor({
    database,
    events,
    recordRow,
    log,
  }: {
    readonly database: Database;
    readonly events: StationEvents;
    /** Gets each stored row. */
    readonly recordRow: () => void;
    readonly log: Logger;
  }) {
    this.#events = events;
    const insert = (rows: readonly NewSecurityEvent[]) =>
      insertSecurityEvents(database.connection, rows);
    const createQueue = () =>
      new RowQueue({
        maxWaiting: MAX_WAITING,
        what: "security events",
        lostRow,
        insert,
        recordRow,
        log,
      });
    this.#queues = { grave: createQueue(), others: createQueue() };
    this.#timer = setInterval(() => this.endWindow(), WINDOW_MS);
    this.#unsubscribe = events.subscribe((event) => {
      if (event.type === "live.refused") this.#recordRefusedSource(event);
    });
  }

  /** Notes an event without making its caller wait. */
  note(told: SecurityEvent): void {
    const { eventType, ipAddress } = told;
    // Descriptions hold names that strangers gave themselves.
    const description = lineText(told.description);
    const event = { ...told, description };
    const kind = `${eventType} ${networkOf(ipAddress)}`;
    const isOneOfFew = isGrave(event)
      ? this.#windows.grave.note(`${kind} ${description}`, event)
      : this.#windows.others.note(kind, event);
    if (isOneOfFew) this.#write(event);
  }

  /** Writes how many events were not written one by one, and starts counting again; done every minute. */
  endWindow(): void {
    for (const { event, more } of [...this.#windows.grave.end(), ...this.#windows.others.end()])
      this.#write({ ...event, description: `${event.description}, and ${more} more` });
  }

  /** Tries a last time to store what waits. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.endWindow();
    await Promise.all(Object.values(this.#queues).map((queue) => queue.close()));
  }

  /** Resolves when all events are written. */
  async settled(): Promise<void> {
    await Promise.all(Object.values(this.#queues).map((queue) => queue.settled()));
  }

  #recordRefusedSource({
    username,
    address,
    reason,
  }: Extract<StationEvent, { type: "live.refused" }>): void {
    this.note({
      severity: "medium",
      eventType: "source_refused",
      description: `A DJ's program was refused as '${username}': ${reason}`,
      ipAddress: address,
    });
  }

  #write(event: SecurityEvent): void {
    const { description } = event;
    const row = { ...event, timestamp: new Date() };
    if (!isGrave(event)) return this.#queues.others.add(row);
    this.#events.publish({ type: "security.noted", description });
    this.#queues.grave.add(row);
  }
}

function lostRow(rows: number): NewSecurityEvent {
  return {
    severity: "medium",
    eventType: "events_lost",
    description: `${rows} security events were lost while the database was away`,
    ipAddress: null,
  };
}

function createWindow() {
  return createFloodWindow<SecurityEvent>({ maxOfKind: ROWS_PER_WINDOW, maxKinds: MAX_KINDS });
}

/** An operator must look at it. */
function isGrave({ severity }: SecurityEvent): boolean {
  return severity === "critical" || severity === "high";
}
