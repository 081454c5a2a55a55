import * as z from "zod";
import { type FromOnAir, fromOnAirSchema, type OnAirEvent } from "@neonrelay/on-air/protocol";
import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import { areWritesHeld, isDatabaseAway, mayWorkLater } from "../database/database-failures.ts";

/** A position in on-air's journal. */
export interface JournalPosition {
  readonly journalId: string;
  readonly number: number;
}

/** Stores what on-air reports over the link; the radio implements it. */
export interface OnAirJournal {
  /** The last event stored. */
  stored(): Promise<JournalPosition | null>;
  /** Stores one event; it is acknowledged when this resolves and sent again after a failure. */
  store(
    position: JournalPosition,
    event: OnAirEvent,
    now: {
      /** Currently connected; null: unknown. */
      readonly listeners: number | null;
    },
  ): Promise<void>;
  /** Skips an event that can never be stored; it is acknowledged when this resolves. */
  setAside(position: JournalPosition, event: OnAirEvent | null): Promise<void>;
}

/** An event as received over the link. */
type ToldEvent = { readonly kind: "event"; readonly event: OnAirEvent } | UnreadableEvent;

/** Maximum events waiting to be stored; beyond it reading from on-air pauses. */
const MAX_WAITING = 1000;
/** Interval for checking whether the database is back, in ms. */
const RETRY_MS = 1000;

interface IntakeOptions {
  readonly store: (position: JournalPosition, event: OnAirEvent) => Promise<void>;
  /**
   * Skips an event that can't be stored, so that the following ones are stored.
   * @param event null when it can't even be parsed
   */
  readonly setAside: (position: JournalPosition, event: OnAirEvent | null) => Promise<void>;
  readonly stored: () => Promise<JournalPosition | null>;
  readonly acknowledge: (number: number) => void;
  /** Closes the connection: on the next one on-air repeats everything unacknowledged. */
  readonly rejoin: () => void;
  readonly log: Logger;
}

/**
 * Stores on-air's reports over one connection, one event at a time. When the database goes down, the events stay in
 * on-air's journal and the link stays up: the sound must remain under control.
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

  /** Resolves when the next event may be taken. */
  async take(position: JournalPosition, told: ToldEvent): Promise<void> {
    if (this.#state === "behind") return;
    this.#waiting += 1;
    this.#work = this.#work.then(() => this.#storeNext(position, told));
    if (this.#waiting >= MAX_WAITING) await this.#work;
  }

  /** Resolves when everything taken is stored, left to the journal, or waiting for writes. */
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
      void this.#waitForDatabase(); // ends with the connection; never rejects
    }
  }

  /** While writes are held the connection stays open: an upgrade is judged by it. */
  async #storeOnceWritable(position: JournalPosition, told: ToldEvent): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      try {
        return await this.#storeOrSetAside(position, told);
      } catch (error) {
        if (!areWritesHeld(error) || signal.aborted) throw error;
      }
      this.#held.resolve();
      await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing: one last attempt
    }
  }

  /** An event that can never be stored must not block those after it: it goes to the log. */
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
    const words = "can't store an event from on-air: skipped";
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

/** An event that this release can't parse. on-air would repeat it over every connection. */
export interface UnreadableEvent {
  readonly kind: "unreadable-event";
  readonly number: number;
  /** The raw event. */
  readonly event: unknown;
  readonly error: Error;
}

/** The fields common to all events. */
const anyEventSchema = z.object({
  kind: z.literal("event"),
  number: z.int(),
  event: z.unknown(),
});

/** @throws ZodError when it is neither a message nor an event */
export function readOnAirMessage(line: unknown): FromOnAir | UnreadableEvent {
  const message = fromOnAirSchema.safeParse(line);
  if (message.success) return message.data;
  const event = anyEventSchema.safeParse(line);
  if (!event.success) throw message.error;
  return { ...event.data, kind: "unreadable-event", error: message.error };
}
