import type { Logger } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import * as z from "zod";
import { endClient, QueryTurns } from "./pg-client.ts";

/** What a node keeps in memory while another may change it in the database. */
const subjects = ["settings", "playlists", "schedule"] as const;
export type NewsSubject = (typeof subjects)[number];

const CHANNEL = "neonrelay_news";
const STATEMENT_LIMIT_MS = 5000;
/** Interval of signs of life, and of attempts to connect. */
const CHECK_INTERVAL_MS = 5000;
const noteSchema = z.object({ node: z.string(), subject: z.enum(subjects) });

interface NodeNewsOptions {
  readonly databaseUrl: string;
  readonly log: Logger;
}

/**
 * Notifies the station's other nodes of changes and receives theirs, over a PostgreSQL connection of its own. After an
 * outage everything counts as changed.
 */
export class NodeNews {
  readonly #options: NodeNewsOptions;
  readonly #node = randomUUID();
  readonly #closing = new AbortController();
  readonly #untold = new Set<NewsSubject>();
  /** News received before `deliver` was called. */
  readonly #early = new Set<NewsSubject>();
  #take: ((subject: NewsSubject) => void) | null = null;
  #turns: QueryTurns | null = null;
  #isAway = false;
  #watching: Promise<void> = Promise.resolve();

  private constructor(options: NodeNewsOptions) {
    this.#options = options;
  }

  /** Listens from now on, so that anything read afterwards is current; retries when it can't connect. */
  static async open(options: NodeNewsOptions): Promise<NodeNews> {
    const news = new NodeNews(options);
    await news.#connect();
    news.#watching = news.#watch();
    return news;
  }

  /** @param take receives what other nodes change, including earlier changes */
  deliver(take: (subject: NewsSubject) => void): void {
    this.#take = take;
    for (const subject of this.#early) take(subject);
    this.#early.clear();
  }

  /** Notifies the other nodes, once the database answers. */
  notify(subject: NewsSubject): void {
    this.#untold.add(subject);
    void this.#notifyAll();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#watching;
    await this.#disconnect();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await delay(CHECK_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {}); // closed
      if (signal.aborted) return;
      if (await this.#isAlive()) continue;
      await this.#disconnect();
      if (!(await this.#connect())) continue;
      for (const subject of subjects) this.#passOn(subject);
      await this.#notifyAll();
    }
  }

  async #connect(): Promise<boolean> {
    const client = new Client({
      connectionString: this.#options.databaseUrl,
      connectionTimeoutMillis: STATEMENT_LIMIT_MS,
      query_timeout: STATEMENT_LIMIT_MS,
      keepAlive: true,
      application_name: "neonrelay news",
    });
    client.on("error", () => {}); // the next sign of life is missing then
    client.on("notification", ({ payload }) => this.#read(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      // Once per outage: other parts log the same.
      if (!this.#isAway)
        this.#options.log.warn({ error }, "can't receive changes from other nodes; trying again");
      this.#isAway = true;
      await endClient(client);
      return false;
    }
    this.#turns = new QueryTurns(client);
    this.#isAway = false;
    return true;
  }

  async #disconnect(): Promise<void> {
    if (this.#turns !== null) await endClient(this.#turns.client);
    this.#turns = null;
  }

  async #isAlive(): Promise<boolean> {
    return await this.#query("select 1");
  }

  async #notifyAll(): Promise<void> {
    for (const subject of this.#untold) {
      this.#untold.delete(subject);
      const note = JSON.stringify({ node: this.#node, subject });
      if (await this.#query("select pg_notify($1, $2)", [CHANNEL, note])) continue;
      this.#untold.add(subject);
      return;
    }
  }

  /** @returns whether the database accepted it */
  async #query(statement: string, values: readonly string[] = []): Promise<boolean> {
    return (await this.#turns?.do(statement, values)) ?? false;
  }

  #read(payload: string | undefined): void {
    let value: unknown;
    try {
      value = JSON.parse(payload ?? "");
    } catch {
      return; // not ours
    }
    const note = noteSchema.safeParse(value);
    if (note.success && note.data.node !== this.#node) this.#passOn(note.data.subject);
  }

  #passOn(subject: NewsSubject): void {
    if (this.#take === null) this.#early.add(subject);
    else this.#take(subject);
  }
}
