import type { RadioStateChange } from "@neonrelay/contract";
import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import { isDatabaseAway } from "../database/database-failures.ts";
import type { Connection, Database } from "../database/database.ts";
import { changeRadioState, findRadioState, type StoredRadioState } from "./on-air-store.ts";
import { LinkDownError } from "../on-air-link/open-commands.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { StationEvents } from "../events/station-events.ts";
import { decideRadioChange, type DrivenState } from "./radio-change-rules.ts";

type Drive = Pick<RadioStateChange, "isPlaying" | "volume">;

/** The wanted state of the sound, until it is stored. */
interface PendingChange {
  readonly number: number;
  readonly change: Drive;
  readonly before: DrivenState;
  readonly after: DrivenState;
  /** Includes an older change that is not stored yet. */
  readonly includesOlder: boolean;
}

/** A change of the row within an uncommitted transaction. */
interface StoredDrive {
  readonly before: DrivenState;
  readonly row: StoredRadioState;
  /** The newest change it includes. */
  readonly number: number;
}

/**
 * `stored`: on-air has it or gets it once it is back. `kept`: on-air has it, and it is stored once the database is
 * back. `out-of-reach`: neither yet.
 */
interface DriveOutcome {
  readonly kind: "stored" | "kept" | "out-of-reach";
  readonly before: DrivenState;
  readonly after: StoredRadioState;
}

/** How long storing a change may take before the database counts as down. */
const STORE_LIMIT_MS = 1000;
/** Interval for retrying to store a change, and to send it to on-air if needed, while the database is down. */
const RETRY_MS = 1000;

/**
 * What operators control: whether the programme plays, and how loud. on-air gets it first and the database second, so
 * that a database outage never prevents silencing the station. A change that could not be stored waits here, only the
 * newest one, and takes precedence over the stored state.
 */
export class RadioControl {
  readonly #database: Database;
  readonly #link: OnAirLink;
  readonly #events: StationEvents;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  /** The row as last read. */
  #stored: StoredRadioState;
  #pending: PendingChange | null = null;
  #newestNumber = 0;
  /** The newest change written by any transaction, committed or not. */
  #writtenNumber = 0;
  /** Incremented when `#stored` gets newer than a read in progress. */
  #turn = 0;
  #toldNumber = 0;
  /** Commands that await on-air's reply. */
  #notifying = 0;
  #isKeeping = false;
  #keeping: Promise<void> = Promise.resolve();

  private constructor(
    {
      database,
      link,
      events,
      log,
    }: {
      readonly database: Database;
      readonly link: OnAirLink;
      readonly events: StationEvents;
      readonly log: Logger;
    },
    stored: StoredRadioState,
  ) {
    this.#database = database;
    this.#link = link;
    this.#events = events;
    this.#log = log;
    this.#stored = stored;
  }

  static async open(parts: {
    readonly database: Database;
    readonly link: OnAirLink;
    readonly events: StationEvents;
    readonly log: Logger;
  }): Promise<RadioControl> {
    return new RadioControl(parts, await findRadioState(parts.database.connection));
  }

  /** The last known row, with unstored changes applied. */
  get current(): StoredRadioState {
    return { ...this.#stored, ...this.#pending?.after };
  }

  /** The current radio state. @throws when the database is down and no change waits for it */
  async load(): Promise<StoredRadioState> {
    if (this.#pending !== null && this.#isKeeping) {
      // Meanwhile the database can't be told what is playing.
      const trackId = this.#link.status?.now?.trackId;
      return { ...this.current, ...(trackId !== undefined && { currentTrackId: trackId }) };
    }
    const turn = this.#turn;
    const row = await findRadioState(this.#database.connection);
    if (turn === this.#turn) this.#stored = row;
    return this.current;
  }

  /** Sends a change to on-air and stores it, without waiting long for the database. */
  async drive(change: Drive): Promise<DriveOutcome> {
    const pending = this.#hold(change);
    const notifying = this.#notify(pending);
    const storing = this.#store(pending);
    const late = delay(STORE_LIMIT_MS, null, { ref: false });
    const stored = await Promise.race([storing, late]);
    if (stored !== null) return { kind: "stored", before: stored.before, after: stored.row };
    storing.catch((error: unknown) =>
      this.#log.error({ error }, "could not store the radio state"),
    );
    this.#keep();
    const { before } = pending;
    return { kind: (await notifying) ? "kept" : "out-of-reach", before, after: this.current };
  }

  /**
   * Changes the row, on top of changes that still wait to be stored.
   * @returns a function that announces the change, to call after the commit
   */
  async change(transaction: Connection, change: Drive): Promise<() => void> {
    const stored = await findRadioState(transaction, { isLocked: true });
    const before = { ...stored, ...this.#pending?.after };
    const number = this.#pending?.number ?? 0;
    const row = await changeRadioState(transaction, decideRadioChange(before, change));
    return () => {
      this.#recordCommitted({ row, number });
      this.#events.publish({ type: "radio.changed" });
    };
  }

  #recordCommitted({ row, number }: Pick<StoredDrive, "row" | "number">): void {
    this.#turn += 1;
    this.#stored = row;
    if (this.#pending !== null && this.#pending.number <= number) this.#pending = null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#keeping;
    if (this.#pending !== null) this.#log.warn("could not store the last command to the station");
  }

  #hold(change: Drive): PendingChange {
    this.#newestNumber += 1;
    const { isPlaying, volume, volumeBeforeEmergency } = this.current;
    const before = { isPlaying, volume, volumeBeforeEmergency };
    this.#pending = {
      number: this.#newestNumber,
      change,
      before,
      after: decideRadioChange(before, change),
      includesOlder: this.#pending !== null,
    };
    return this.#pending;
  }

  /** @returns whether on-air carried it out */
  async #notify({ number, after: { isPlaying, volume } }: PendingChange): Promise<boolean> {
    this.#notifying += 1;
    try {
      await this.#link.run("drive", { isPlaying, volume });
      this.#toldNumber = Math.max(this.#toldNumber, number);
      return true;
    } catch (error) {
      // The link logs its own loss.
      if (!(error instanceof LinkDownError)) this.#log.warn({ error }, "could not control on-air");
      return false;
    } finally {
      this.#notifying -= 1;
    }
  }

  /** @returns null when the database does not respond */
  async #store(pending: PendingChange): Promise<StoredDrive | null> {
    try {
      const stored = await this.#database.transaction((transaction) =>
        this.#storeIn(transaction, pending),
      );
      this.#recordCommitted(stored);
      return stored;
    } catch (error) {
      if (isDatabaseAway(error)) return null;
      this.#drop(pending);
      throw error;
    }
  }

  async #storeIn(transaction: Connection, pending: PendingChange): Promise<StoredDrive> {
    const { number, change, includesOlder } = pending;
    const before = await findRadioState(transaction, { isLocked: true });
    // A newer change was stored first, and includes this one.
    if (number < this.#writtenNumber) return { before, row: before, number };
    const after = includesOlder ? pending.after : decideRadioChange(before, change);
    const row = await changeRadioState(transaction, after);
    this.#writtenNumber = number;
    return { before, row, number };
  }

  /** Reverts a change that can't be stored: on-air gets the stored values again. */
  #drop(pending: PendingChange): void {
    if (this.#pending === pending) this.#pending = null;
    this.#turn += 1;
    this.#events.publish({ type: "radio.changed" });
  }

  #keep(): void {
    if (this.#isKeeping || this.#pending === null || this.#closing.signal.aborted) return;
    this.#isKeeping = true;
    this.#keeping = this.#keepTrying();
  }

  async #keepTrying(): Promise<void> {
    const { signal } = this.#closing;
    try {
      while (this.#pending !== null && !signal.aborted) {
        if (this.#notifying === 0 && !this.#isFollowed(this.#pending))
          void this.#notify(this.#pending);
        await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing
        await this.#storeNewest();
      }
    } catch (error) {
      this.#log.error({ error }, "could not store the radio state");
    } finally {
      this.#isKeeping = false;
    }
  }

  async #storeNewest(): Promise<void> {
    if (this.#pending === null || (await this.#store(this.#pending)) === null) return;
    this.#events.publish({ type: "radio.changed" });
  }

  /** Judged by on-air's own report: it may have restarted and forgotten. */
  #isFollowed({ number, after }: PendingChange): boolean {
    const settings = this.#link.status?.settings;
    return settings === undefined
      ? number === this.#toldNumber
      : settings.isPlaying === after.isPlaying && settings.volume === after.volume;
  }
}
