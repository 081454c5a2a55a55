import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import { toChatMessage } from "../chat/chat-rules.ts";
import {
  insertChatMessage,
  saveDelivery,
  type ChatDelivery,
  type NewChatMessage,
} from "../chat/chat-store.ts";
import { areWritesHeld, isDatabaseAway } from "../database/database-failures.ts";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";

const RETRY_MS = 5000;
/** What waits while the database is away; beyond it lines are shown and not stored. */
const MAX_WAITING = 500;

type Work =
  | { readonly kind: "line"; readonly message: NewChatMessage; isTold: boolean }
  | { readonly kind: "delivery"; readonly delivery: ChatDelivery };

/**
 * Stores what comes from IRC and what the station says, in order, and tells it once it is stored. While the database
 * is down it is published at once and stored later, up to a limit.
 */
export class LineIntake {
  readonly #database: Database;
  readonly #events: StationEvents;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  #waiting: Work[] = [];
  /** Messages published as waiting for their turn on IRC. */
  readonly #late = new Set<string>();
  #working: Promise<void> | null = null;
  #isAway = false;

  constructor({
    database,
    events,
    log,
  }: {
    readonly database: Database;
    readonly events: StationEvents;
    readonly log: Logger;
  }) {
    this.#database = database;
    this.#events = events;
    this.#log = log;
  }

  add(message: NewChatMessage): void {
    const work: Work = { kind: "line", message, isTold: false };
    if (this.#isAway || this.#waiting.length >= MAX_WAITING) this.#tell(work);
    this.#push(work);
  }

  /** A message that is stored, or waits here, was delivered or was not. */
  noteDelivery(delivery: ChatDelivery): void {
    const { id, notDelivered } = delivery;
    const wasLate = this.#late.delete(id);
    if (notDelivered !== null || wasLate)
      this.#events.publish({ type: "chat.delivered", id, notDelivered, isWaiting: false });
    if (notDelivered !== null || delivery.ircId !== null)
      this.#push({ kind: "delivery", delivery });
  }

  /** A message waits for its turn on IRC, until `noteDelivery`. */
  noteWaiting(id: string): void {
    this.#late.add(id);
    this.#events.publish({ type: "chat.delivered", id, notDelivered: null, isWaiting: true });
  }

  isWaiting(id: string): boolean {
    return this.#late.has(id);
  }

  /** Resolves when all that could be stored is. */
  async settled(): Promise<void> {
    await this.#working;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#working;
  }

  #push(work: Work): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(work);
    this.#working ??= this.#workOff().finally(() => (this.#working = null));
  }

  async #workOff(): Promise<void> {
    const { signal } = this.#closing;
    for (let work = this.#waiting[0]; work !== undefined; work = this.#waiting[0]) {
      try {
        await this.#store(work);
        this.#isAway = false;
      } catch (error) {
        if (isDatabaseAway(error) || areWritesHeld(error)) {
          this.#noteAway(error);
          if (signal.aborted) return;
          await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing: one last try
          continue;
        }
        this.#log.error({ error }, "could not store a chat line");
        if (work.kind === "line") this.#tell(work);
      }
      this.#waiting.shift();
    }
  }

  async #store(work: Work): Promise<void> {
    const { connection } = this.#database;
    if (work.kind === "delivery") return await saveDelivery(connection, work.delivery);
    // IRC may repeat a message; then it was published here before.
    if (await insertChatMessage(connection, work.message)) this.#tell(work);
  }

  #noteAway(error: unknown): void {
    if (!this.#isAway)
      this.#log.warn({ error }, "could not store chat lines; keeping them in memory");
    this.#isAway = true;
    for (const work of this.#waiting) if (work.kind === "line") this.#tell(work);
  }

  #tell(work: Extract<Work, { kind: "line" }>): void {
    if (work.isTold) return;
    work.isTold = true;
    const message = toChatMessage(work.message);
    this.#events.publish({ type: "chat.said", message, speaker: null });
  }
}
