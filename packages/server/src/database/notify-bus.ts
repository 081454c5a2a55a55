import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { findPrimary } from "./find-primary.ts";

/** PostgreSQL takes less than 8000 bytes. */
const MAX_PART_BYTES = 7900;
/** Between two signs of life. */
const LOOK_EVERY_MS = 2000;
/** Between two tries to connect. */
const PAUSE_MS = 500;
/** What waits for a slow server, in bytes; more is lost. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Parts of one statement. */
const MOST_PARTS = 500;

export interface NotifyBusOptions {
  /** All are asked; the one that was promoted last counts. */
  readonly databaseUrls: readonly string[];
  readonly log: Logger;
}

interface Following {
  readonly topic: string;
  readonly take: (part: string) => void;
}

/** A FrameBus by NOTIFY and LISTEN of the station's database, over a connection of its own. */
export class NotifyBus {
  readonly kind = "postgresql";
  readonly maxPartBytes = MAX_PART_BYTES;
  readonly #options: NotifyBusOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #client: Client | null = null;
  #isAway = false;
  #following: Following | null = null;
  #waiting: { readonly topic: string; readonly part: string }[] = [];
  #waitingBytes = 0;
  #isSending = false;

  /** Connects from now on, again and again. */
  constructor(options: NotifyBusOptions) {
    this.#options = options;
    this.#running = this.#stayConnected();
  }

  get isUp(): boolean {
    return this.#client !== null;
  }

  publish(topic: string, parts: readonly string[]): void {
    if (this.#client === null || this.#waitingBytes > MAX_WAITING_BYTES) return;
    for (const part of parts) {
      this.#waiting.push({ topic, part });
      this.#waitingBytes += part.length;
    }
    if (!this.#isSending) void this.#sendAll(this.#client);
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
    await this.#running;
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const client = await this.#connect();
      if (client !== null) await this.#keep(client);
      await delay(PAUSE_MS, undefined, { signal }).catch(() => {}); // closed meanwhile
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
      // What is published is gone with a crash of the server in any case.
      await client.query("set synchronous_commit = off");
      return client;
    } catch (error) {
      await client?.end().catch(() => {}); // it is gone already
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
    this.#client = client;
    this.#isAway = false;
    await this.#listen();
    const signal = AbortSignal.any([ended.signal, this.#closing.signal]);
    while (!signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => {}); // ended meanwhile
      if (!signal.aborted && !(await isAnswered(client, "select 1"))) break;
    }
    this.#client = null;
    this.#waiting = [];
    this.#waitingBytes = 0;
    await client.end().catch(() => {}); // it is gone already
  }

  async #listen(): Promise<void> {
    const client = this.#client;
    if (client === null) return;
    const topic = this.#following?.topic;
    await isAnswered(client, topic === undefined ? "unlisten *" : `unlisten *; listen ${topic}`);
  }

  async #sendAll(client: Client): Promise<void> {
    this.#isSending = true;
    while (this.#waiting.length > 0 && this.#client === client) {
      const sent = this.#waiting.splice(0, MOST_PARTS);
      for (const { part } of sent) this.#waitingBytes -= part.length;
      const topics = sent.map(({ topic }) => topic);
      const parts = sent.map(({ part }) => part);
      await isAnswered(
        client,
        "select pg_notify(topic, part) from unnest($1::text[], $2::text[]) as sent (topic, part)",
        [topics, parts],
      );
    }
    this.#isSending = false;
  }
}

async function isAnswered(
  client: Client,
  statement: string,
  values?: readonly (readonly string[])[],
): Promise<boolean> {
  return await client
    .query(
      statement,
      values?.map((value) => [...value]),
    )
    .then(
      () => true,
      () => false,
    );
}
