import { setTimeout as delay } from "node:timers/promises";
import { isDatabaseAway } from "../database/database-failures.ts";
import type { Connection, Database } from "../database/database.ts";
import {
  findSettings,
  saveSettings,
  type SettingsChange,
  type StoredSettings,
} from "./settings-store.ts";
import type { StationEvents } from "../events/station-events.ts";

/** Retry interval while our copy may be stale, in ms. */
const RETRY_MS = 1000;

/** The station's settings, held in memory because every call needs them. */
export class Settings {
  readonly #database: Database;
  readonly #events: StationEvents;
  #current: StoredSettings;
  /** Numbers changes in the order they held the lock; the highest one known wins. */
  #newestChange = 0;
  #knownChange = 0;
  readonly #closing = new AbortController();
  #reading: Promise<void> | null = null;

  private constructor(database: Database, events: StationEvents, current: StoredSettings) {
    this.#database = database;
    this.#events = events;
    this.#current = current;
  }

  /** @throws before the first run has been prepared */
  static async load(database: Database, events: StationEvents): Promise<Settings> {
    const stored = await findSettings(database.connection);
    if (stored === null) throw new Error("the station has no settings");
    const current = stored.timeZone === "" ? await chooseTimeZone(database) : stored;
    return new Settings(database, events, current);
  }

  get current(): StoredSettings {
    return this.#current;
  }

  /** Stores the change and announces it; omitted fields stay. */
  async change(decide: (current: StoredSettings) => SettingsChange): Promise<StoredSettings> {
    await this.changeWith(async (current) => ({ change: decide(current), outcome: null }));
    return this.#current;
  }

  /**
   * Like `change`, for changes that may be refused, or that change something else in the same transaction.
   * @param work decides while the settings are locked; `change: null` leaves them as they are
   */
  async changeWith<Outcome>(
    work: (
      current: StoredSettings,
      transaction: Connection,
    ) => Promise<{ readonly change: SettingsChange | null; readonly outcome: Outcome }>,
  ): Promise<Outcome> {
    try {
      return await this.#changeWith(work);
    } catch (error) {
      // The connection may have broken after the change was stored but before the reply.
      if (isDatabaseAway(error)) this.#readAgain();
      throw error;
    }
  }

  /** Reads settings changed by another node. */
  readAgain(): void {
    // A read already in progress may predate that change.
    const reading = (this.#reading ?? Promise.resolve()).then(() => this.#readUntilKnown(true));
    this.#reading = reading;
    void reading.finally(() => {
      if (this.#reading === reading) this.#reading = null;
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#reading;
  }

  async #changeWith<Outcome>(
    work: (
      current: StoredSettings,
      transaction: Connection,
    ) => Promise<{ readonly change: SettingsChange | null; readonly outcome: Outcome }>,
  ): Promise<Outcome> {
    const { number, stored, change, outcome } = await this.#database.transaction(
      async (transaction) => {
        const { turn, current } = await this.#lock(transaction);
        const done = await work(current, transaction);
        const after = done.change === null ? current : await saveSettings(transaction, done.change);
        return { number: turn, stored: after, ...done };
      },
    );
    if (change !== null) this.#take(number, stored);
    return outcome;
  }

  async #lock(transaction: Connection) {
    const current = await findSettings(transaction, { isLocked: true });
    if (current === null) throw new Error("the station has no settings");
    this.#newestChange += 1;
    return { turn: this.#newestChange, current };
  }

  #take(number: number, stored: StoredSettings, isByOtherNode = false): void {
    // Replies to commits may arrive out of order.
    if (number > this.#knownChange) {
      this.#knownChange = number;
      this.#current = stored;
    }
    this.#events.publish({ type: "settings.changed", ...(isByOtherNode && { isByOtherNode }) });
  }

  #readAgain(): void {
    this.#reading ??= this.#readUntilKnown().finally(() => (this.#reading = null));
  }

  async #readUntilKnown(isByOtherNode = false): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const locked = await this.#database
        .transaction((transaction) => this.#lock(transaction))
        .catch(() => null); // down, or the next change reports why
      if (locked !== null) return this.#take(locked.turn, locked.current, isByOtherNode);
      await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing
    }
  }
}

/** Uses the system's time zone until an operator chooses another. */
async function chooseTimeZone(database: Database): Promise<StoredSettings> {
  const { timeZone: systems } = new Intl.DateTimeFormat().resolvedOptions();
  const timeZone = systems === "" || systems.startsWith("Etc/Unknown") ? "UTC" : systems;
  return await database.transaction((transaction) => saveSettings(transaction, { timeZone }));
}
