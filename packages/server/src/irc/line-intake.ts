import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import { toChatMessage } from "../chat/chat-rules.ts";
import {
  insertChatMessages,
  saveDelivery,
  type ChatDelivery,
  type NewChatMessage,
} from "../chat/chat-store.ts";
import { areWritesHeld, isDatabaseAway } from "../database/database-failures.ts";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";

const RETRY_MS = 5000;
/** Maximum lines waiting for the database; further ones are shown and not stored. Each takes about a kilobyte. */
const MAX_WAITING = 5000;
/** Lines per statement: a network sends thousands at once after a netsplit. */
const MAX_AT_ONCE = 100;

interface Line {
  readonly kind: "line";
  readonly message: NewChatMessage;
  isTold: boolean;
}
type Work = Line | { readonly kind: "delivery"; readonly delivery: ChatDelivery };

/**
 * Stores what arrives from IRC and what the station says, in order, and publishes each line once it is stored. While
 * the database is down, lines are published at once and stored later, up to a limit.
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
    const line: Line = { kind: "line", message, isTold: false };
    // Earlier lines go first.
    if (this.#waiting.length >= MAX_WAITING) this.#reportWaiting();
    if (this.#isAway || this.#waiting.length >= MAX_WAITING) this.#deliver(line);
    this.#push(line);
  }

  /** A message, stored or waiting here, was delivered or not. */
  recordDelivery(delivery: ChatDelivery): void {
    const { id, notDelivered } = delivery;
    const wasLate = this.#late.delete(id);
    if (notDelivered !== null || wasLate)
      this.#events.publish({ type: "chat.delivered", id, notDelivered, isWaiting: false });
    if (notDelivered !== null || delivery.ircId !== null)
      this.#push({ kind: "delivery", delivery });
  }

  /** A message waits for its turn on IRC, until `recordDelivery`. */
  recordWaiting(id: string): void {
    this.#late.add(id);
    this.#events.publish({ type: "chat.delivered", id, notDelivered: null, isWaiting: true });
  }

  isWaiting(id: string): boolean {
    return this.#late.has(id);
  }

  /** Resolves when everything that can be stored is stored. */
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
    let atOnce = MAX_AT_ONCE;
    for (;;) {
      const lines = this.#firstLines(atOnce);
      const [first] = this.#waiting;
      if (first === undefined) return;
      try {
        if (first.kind === "delivery")
          await saveDelivery(this.#database.connection, first.delivery);
        else await this.#store(lines);
        this.#isAway = false;
      } catch (error) {
        if (isDatabaseAway(error) || areWritesHeld(error)) {
          this.#recordAway(error);
          if (signal.aborted) return;
          await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing; one last try
          continue;
        }
        // Storing them one by one shows which of them fails.
        const isOne = lines.length <= 1;
        atOnce = isOne ? MAX_AT_ONCE : 1;
        if (!isOne) continue;
        this.#log.error({ error }, "could not store a chat line");
        if (first.kind === "line") this.#deliver(first);
      }
      this.#waiting.splice(0, Math.max(1, lines.length));
    }
  }

  /** The next lines, at most that many; none if the next item is not a line. */
  #firstLines(most: number): readonly Line[] {
    const lines: Line[] = [];
    for (const work of this.#waiting.slice(0, most)) {
      if (work.kind !== "line") break;
      lines.push(work);
    }
    return lines;
  }

  async #store(lines: readonly Line[]): Promise<void> {
    const { connection } = this.#database;
    const stored = await insertChatMessages(
      connection,
      lines.map(({ message }) => message),
    );
    // IRC may repeat a message; then it was published before.
    for (const line of lines) if (stored.has(line.message.id)) this.#deliver(line);
  }

  #recordAway(error: unknown): void {
    if (!this.#isAway)
      this.#log.warn({ error }, "could not store chat lines; keeping them in memory");
    this.#isAway = true;
    this.#reportWaiting();
  }

  #reportWaiting(): void {
    for (const work of this.#waiting) if (work.kind === "line") this.#deliver(work);
  }

  #deliver(line: Line): void {
    if (line.isTold) return;
    line.isTold = true;
    const message = toChatMessage(line.message);
    this.#events.publish({ type: "chat.said", message, speaker: null });
  }
}
