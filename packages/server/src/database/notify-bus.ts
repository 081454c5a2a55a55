import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { reasonOf } from "./database-failures.ts";
import { endClient, QueryTurns } from "./pg-client.ts";
import { findPrimary } from "./find-primary.ts";

/** PostgreSQL's limit is just below 8000 bytes. */
const MAX_PART_BYTES = 7900;
/** Interval of signs of life. */
const CHECK_INTERVAL_MS = 2000;
/** Pause between attempts to connect. */
const PAUSE_MS = 500;
/** Backlog for a slow server, in bytes; anything beyond is dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Maximum parts in one statement. */
const MAX_PARTS = 500;
/**
 * PostgreSQL keeps each message until every listener has taken it, so it cuts a listener that hangs for this long, in
 * ms: longer than a check of the connection may take.
 */
const SILENCE_LIMIT_MS = 8000;
const settings = [
  // Messages are lost in a server crash anyway.
  "set synchronous_commit = off",
  `set idle_session_timeout = ${SILENCE_LIMIT_MS}`,
  // That limit does not apply while the server waits for its client to read.
  `set tcp_user_timeout = ${SILENCE_LIMIT_MS}`,
].join("; ");

interface NotifyBusOptions {
  /** All are asked; the server that was promoted last is used. */
  readonly databaseUrls: readonly string[];
  readonly log: Logger;
}

interface Following {
  readonly topic: string;
  readonly take: (part: string) => void;
}

/** A FrameBus over NOTIFY and LISTEN of the station's database, on a connection of its own. */
export class NotifyBus {
  readonly kind = "postgresql";
  readonly maxPartBytes = MAX_PART_BYTES;
  readonly #options: NotifyBusOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #turns: QueryTurns | null = null;
  /** Why there is no connection. */
  #trouble = "it is being connected";
  #isAway = false;
  #following: Following | null = null;
  #waiting: { readonly topic: string; readonly part: string }[] = [];
  #waitingBytes = 0;
  #isSending = false;

  /** Connects from now on and keeps retrying. */
  constructor(options: NotifyBusOptions) {
    this.#options = options;
    this.#running = this.#stayConnected();
  }

  get trouble(): string | null {
    return this.#turns === null ? this.#trouble : null;
  }

  publish(topic: string, parts: readonly string[]): void {
    if (this.#turns === null || this.#waitingBytes > MAX_WAITING_BYTES) return;
    for (const part of parts) {
      this.#waiting.push({ topic, part });
      this.#waitingBytes += Buffer.byteLength(part);
    }
    if (!this.#isSending) void this.#sendAll();
  }

  follow(topic: string, take: (part: string) => void): void {
    this.#following = { topic, take };
    void this.#listen();
  }

  unfollow(): void {
    this.#following = null;
    void this.#listen();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // Also ends a running check of it.
    if (this.#turns !== null) await endClient(this.#turns.client);
    await this.#running;
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const client = await this.#connect();
      if (client !== null) await this.#keep(client);
      await delay(PAUSE_MS, undefined, { signal }).catch(() => {}); // closed
    }
  }

  async #connect(): Promise<Client | null> {
    const { databaseUrls, log } = this.#options;
    let client: Client | null = null;
    try {
      ({ client } = await findPrimary(databaseUrls, { name: "neonrelay sockets" }));
      client.on("notification", ({ channel, payload }) => {
        if (channel === this.#following?.topic) this.#following.take(payload ?? "");
      });
      await client.query(settings);
      return client;
    } catch (error) {
      if (client !== null) await endClient(client);
      this.#trouble = reasonOf(error);
      if (!this.#isAway && !this.#closing.signal.aborted)
        log.warn({ error }, "messages for sockets can't go through the database; trying again");
      this.#isAway = true;
      return null;
    }
  }

  /** Resolves when the connection has ended. */
  async #keep(client: Client): Promise<void> {
    const ended = new AbortController();
    client.once("end", () => ended.abort());
    const turns = new QueryTurns(client);
    this.#turns = turns;
    this.#isAway = false;
    await this.#listen();
    const signal = AbortSignal.any([ended.signal, this.#closing.signal]);
    while (!signal.aborted) {
      await delay(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => {}); // ended
      if (!signal.aborted && !(await turns.do("select 1"))) break;
    }
    this.#trouble = "its connection broke";
    this.#turns = null;
    this.#waiting = [];
    this.#waitingBytes = 0;
    await endClient(client);
  }

  async #listen(): Promise<void> {
    const topic = this.#following?.topic;
    await this.#turns?.do(topic === undefined ? "unlisten *" : `unlisten *; listen ${topic}`);
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    while (this.#turns !== null && this.#waiting.length > 0) {
      const sent = this.#waiting.splice(0, MAX_PARTS);
      for (const { part } of sent) this.#waitingBytes -= Buffer.byteLength(part);
      const topics = sent.map(({ topic }) => topic);
      const parts = sent.map(({ part }) => part);
      await this.#turns.do(
        "select pg_notify(topic, part) from unnest($1::text[], $2::text[]) as sent (topic, part)",
        [topics, parts],
      );
    }
    this.#isSending = false;
  }
}
