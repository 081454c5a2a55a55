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

/** Settings that may be other than what is known are read again so often, until the database answers. */
const RETRY_MS = 1000;

/** The station's settings, kept in memory because every call asks for them; the database has the same. */
export class Settings {
  readonly #database: Database;
  readonly #events: StationEvents;
  #current: StoredSettings;
  /** Numbers the changes in the order in which they held the lock; the newest one known counts. */
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

  /** Stores the change and tells everyone; what is left out stays. */
  async change(decide: (current: StoredSettings) => SettingsChange): Promise<StoredSettings> {
    await this.changeWith(async (current) => ({ change: decide(current), outcome: null }));
    return this.#current;
  }

  /**
   * Like `change`, for what may be refused or changes something else with the settings, all or nothing.
   * @param work decides in the transaction that holds the settings; with `change` null they stay as they are
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
      // The connection may have been lost after the change was stored and before that was answered.
      if (isDatabaseAway(error)) this.#readAgain();
      throw error;
    }
  }

  /** Reads what another node has changed. */
  readAgain(): void {
    // What is being read may be from before that change.
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
    // The answer to an earlier commit may come after that to a later one.
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
        .catch(() => null); // away, or else the next change says why
      if (locked !== null) return this.#take(locked.turn, locked.current, isByOtherNode);
      await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing
    }
  }
}

/** The system's, until an operator chooses another one. */
async function chooseTimeZone(database: Database): Promise<StoredSettings> {
  const { timeZone: systems } = new Intl.DateTimeFormat().resolvedOptions();
  const timeZone = systems === "" || systems.startsWith("Etc/Unknown") ? "UTC" : systems;
  return await database.transaction((transaction) => saveSettings(transaction, { timeZone }));
}
