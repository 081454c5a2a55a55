import type { StationPolicy } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import { findSettings, saveSettings, type StoredSettings } from "../database/settings-store.ts";
import type { StationEvents } from "../station-events.ts";

/** The station's settings, kept in memory because every call asks for them; the database has the same. */
export class Settings {
  readonly #database: Database;
  readonly #events: StationEvents;
  #current: StoredSettings;

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
  async change(
    decide: (current: StoredSettings) => Partial<StoredSettings>,
  ): Promise<StoredSettings> {
    this.#current = await this.#database.transaction(async (transaction) => {
      const stored = await findSettings(transaction, { isLocked: true });
      if (stored === null) throw new Error("the station has no settings");
      return await saveSettings(transaction, decide(stored));
    });
    this.#events.publish({ type: "settings.changed" });
    return this.#current;
  }
}

/** What a browser must know to show the right controls. */
export function toPolicy(settings: StationPolicy): StationPolicy {
  const { commentsEnabled, registrationEnabled, maintenanceMode, guestQueueActions } = settings;
  return { commentsEnabled, registrationEnabled, maintenanceMode, guestQueueActions };
}
