import type { StationPolicy } from "@neonrelay/contract";
import type { Connection, Database } from "../database/database.ts";
import {
  findSettings,
  saveSettings,
  type SettingsChange,
  type StoredSettings,
} from "../database/settings-store.ts";
import type { StationEvents } from "../station-events.ts";

/** The station's settings, kept in memory because every call asks for them; the database has the same. */
export class Settings {
  readonly #database: Database;
  readonly #events: StationEvents;
  #current: StoredSettings;
  /** Numbers the changes in the order in which they held the lock; the newest one known counts. */
  #newestChange = 0;
  #knownChange = 0;

  private constructor(database: Database, events: StationEvents, current: StoredSettings) {
    this.#database = database;
    this.#events = events;
    this.#current = current;
  }

  /** @throws before the first run has been prepared */
  static async load(database: Database, events: StationEvents): Promise<Settings> {
    const stored = await findSettings(database.connection);
    if (stored === null) throw new Error("the station has no settings");
    return new Settings(database, events, stored);
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
    const { number, saved, outcome } = await this.#database.transaction(async (transaction) => {
      const stored = await findSettings(transaction, { isLocked: true });
      if (stored === null) throw new Error("the station has no settings");
      this.#newestChange += 1;
      const turn = this.#newestChange;
      const done = await work(stored, transaction);
      const after = done.change === null ? null : await saveSettings(transaction, done.change);
      return { number: turn, saved: after, outcome: done.outcome };
    });
    if (saved === null) return outcome;
    // The answer to an earlier commit may come after that to a later one.
    if (number > this.#knownChange) {
      this.#knownChange = number;
      this.#current = saved;
    }
    this.#events.publish({ type: "settings.changed" });
    return outcome;
  }
}

/** What a browser must know to show the right controls. */
export function toPolicy(settings: StationPolicy): StationPolicy {
  const { commentsEnabled, registrationEnabled, maintenanceMode, guestQueueActions } = settings;
  return { commentsEnabled, registrationEnabled, maintenanceMode, guestQueueActions };
}
