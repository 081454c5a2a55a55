import type { Logger } from "@neonrelay/process/log";
import { networkOf } from "@neonrelay/process/client-address";
import type { Database } from "../database/database.ts";
import { insertSecurityEvents, type NewSecurityEvent } from "./log-store.ts";
import { createFloodWindow } from "../limits/flood-window.ts";
import { RowQueue } from "./row-queue.ts";
import type { StationEvent, StationEvents } from "../events/station-events.ts";

export interface SecurityEvent {
  readonly severity: "critical" | "high" | "medium" | "other";
  readonly eventType: string;
  readonly description: string;
  readonly ipAddress: string;
}

/** Maximum rows per kind, network and window; one more row counts the rest. */
const ROWS_PER_WINDOW = 3;
const WINDOW_MS = 60_000;
/** Maximum kinds and networks counted per window; further ones are not recorded. */
const MAX_KINDS = 1000;
/** Maximum rows waiting for the database; beyond it they are only counted. */
const MAX_WAITING = 500;

/**
 * Records security events so that a flood fills neither memory nor the database; while the database is down they wait.
 */
export class SecurityLog {
  readonly #events: StationEvents;
  /** Separate windows, because only operators cause grave events: no flood by others must suppress one. */
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
    /** Called for each stored row. */
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

  /** Records an event without delaying the caller. */
  record(told: SecurityEvent): void {
    const { eventType, ipAddress } = told;
    // Descriptions contain names chosen by strangers.
    const description = lineText(told.description);
    const event = { ...told, description };
    const kind = `${eventType} ${networkOf(ipAddress)}`;
    const isOneOfFew = isGrave(event)
      ? this.#windows.grave.admit(`${kind} ${description}`, event)
      : this.#windows.others.admit(kind, event);
    if (isOneOfFew) this.#write(event);
  }

  /** Writes the counts of events not recorded individually, and starts a new window; called every minute. */
  endWindow(): void {
    for (const { event, more } of [...this.#windows.grave.end(), ...this.#windows.others.end()])
      this.#write({ ...event, description: `${event.description}, and ${more} more` });
  }

  /** Tries once more to store waiting events. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.endWindow();
    await Promise.all(Object.values(this.#queues).map((queue) => queue.close()));
  }

  /** Resolves when all events are stored. */
  async settled(): Promise<void> {
    await Promise.all(Object.values(this.#queues).map((queue) => queue.settled()));
  }

  #recordRefusedSource({
    username,
    address,
    reason,
  }: Extract<StationEvent, { type: "live.refused" }>): void {
    this.record({
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

/** Needs an operator's attention. */
function isGrave({ severity }: SecurityEvent): boolean {
  return severity === "critical" || severity === "high";
}

const MAX_CHARACTERS = 1000;
/** Control characters, and invisible ones that change the text direction. */
const unwanted =
  /[\p{Cc}\p{Zl}\p{Zp}\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]/gu;

/** Turns text with untrusted names into one line that any table can store, without characters that disguise it. */
function lineText(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll(unwanted, " ");
}
