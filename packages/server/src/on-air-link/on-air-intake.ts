import type { OnAirEvent } from "@neonrelay/on-air/protocol";
import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import { areWritesHeld, isDatabaseAway, mayWorkLater } from "../database/database-failures.ts";
import type { JournalPosition } from "./on-air-journal.ts";
import type { UnreadableEvent } from "./on-air-messages.ts";

/** An event as it came over the link. */
type ToldEvent = { readonly kind: "event"; readonly event: OnAirEvent } | UnreadableEvent;

/** Events waiting to be stored; on-air is read no further then. */
const MAX_WAITING = 1000;
/** While the database is away it is asked so often whether it is back. */
const RETRY_MS = 1000;

interface IntakeOptions {
  readonly store: (position: JournalPosition, event: OnAirEvent) => Promise<void>;
  /**
   * Passes over an event that can't be stored: what comes after it is stored again.
   * @param event null: it can't even be read
   */
  readonly setAside: (position: JournalPosition, event: OnAirEvent | null) => Promise<void>;
  readonly stored: () => Promise<JournalPosition | null>;
  readonly acknowledge: (number: number) => void;
  /** Ends the connection: on the next one on-air repeats everything unacknowledged. */
  readonly rejoin: () => void;
  readonly log: Logger;
}

/**
 * Stores what on-air reports over one connection, one event after the other, while the link goes on. When the database
 * goes away the events are left to on-air's journal, and the link stays: the sound must be steered meanwhile.
 */
export class OnAirIntake {
  readonly #options: IntakeOptions;
  /** Resolved once something waits because writes are held. */
  readonly #held = Promise.withResolvers<void>();
  readonly #closing = new AbortController();
  #state: "storing" | "behind" = "storing";
  #waiting = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** Resolves when another event may be taken. */
  async take(position: JournalPosition, told: ToldEvent): Promise<void> {
    if (this.#state === "behind") return;
    this.#waiting += 1;
    this.#work = this.#work.then(() => this.#storeNext(position, told));
    if (this.#waiting >= MAX_WAITING) await this.#work;
  }

  /** Resolves when all that was taken is stored, left to the journal, or waits until writes are taken. */
  async settled(): Promise<void> {
    await Promise.race([this.#work, this.#held.promise]);
  }

  close(): void {
    this.#closing.abort();
  }

  async #storeNext(position: JournalPosition, told: ToldEvent): Promise<void> {
    this.#waiting -= 1;
    if (this.#state === "behind" || this.#closing.signal.aborted) return;
    try {
      await this.#storeOnceWritable(position, told);
      this.#options.acknowledge(position.number);
    } catch (error) {
      const { log } = this.#options;
      this.#state = "behind";
      if (isDatabaseAway(error))
        log.warn({ error }, "database is down: on-air keeps its reports in its journal");
      else log.error({ error }, "could not store on-air's reports; asking for them again");
      void this.#waitForDatabase(); // ends with the connection, and fails at nothing
    }
  }

  /** While writes are held the connection stays: it is what an upgrade is judged by. */
  async #storeOnceWritable(position: JournalPosition, told: ToldEvent): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      try {
        return await this.#storeOrSetAside(position, told);
      } catch (error) {
        if (!areWritesHeld(error) || signal.aborted) throw error;
      }
      this.#held.resolve();
      await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing: one last try
    }
  }

  /** An event that no later try could store must not hold up those behind it: the log keeps it. */
  async #storeOrSetAside(position: JournalPosition, told: ToldEvent): Promise<void> {
    const { store, setAside, log } = this.#options;
    const { event } = told;
    let failure: unknown;
    if (told.kind === "event") {
      try {
        return await store(position, told.event);
      } catch (error) {
        if (mayWorkLater(error)) throw error;
        failure = error;
      }
    } else failure = told.error;
    await setAside(position, told.kind === "event" ? told.event : null);
    const words = "can't store an event from on-air; set it aside";
    log.error({ error: failure, position, event }, words);
    return undefined;
  }

  async #waitForDatabase(): Promise<void> {
    const { stored, rejoin } = this.#options;
    const { signal } = this.#closing;
    let isBack = false;
    while (!isBack && !signal.aborted) {
      await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing
      isBack = await stored().then(
        () => true,
        () => false,
      );
    }
    if (!signal.aborted) rejoin();
  }
}
