import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Client, ClientBase } from "pg";
import * as z from "zod";
import { endClient } from "./end-client.ts";
import { LeaseLostError } from "./lease-lost.ts";
import { LEASE_ENDS_AFTER_MS, mayRelyOn, SIGN_EVERY_MS } from "./node-lease-rules.ts";

/** Any number: the lock of the node that does the station's work. */
export const LEASE_LOCK = 7_206_414;
/** What the connections of a holder are called: the process with the lock ends all others of that name. */
export const HOLDER_NAME = "neonrelay holder";
/** How long PostgreSQL may take to end a connection of the holder before, in ms. */
const END_LIMIT_MS = 1500;

const tokenSchema = z.array(z.object({ token: z.coerce.number() })).length(1);
const thereSchema = z.array(z.object({ is_there: z.boolean() })).length(1);
const endedSchema = z.array(z.object({ has_ended: z.boolean() }));

/** What stands between a process and the database, so that a holder that was taken for dead changes nothing. */
export interface Fence {
  /** @throws LeaseLostError when this node can't rely on the lease */
  requireHeld(): void;
  /** @throws LeaseLostError when another node has taken the lease since */
  checkConnection(client: ClientBase): Promise<void>;
}

/**
 * The right to do the station's work, which one node has at a time: a session lock on a connection of its own. The lock
 * ends with that connection, so when the process ends; and PostgreSQL ends the connection of a process that stands still,
 * because it misses its signs of life. The next holder then ends every other connection of the one before.
 */
export class NodeLease implements Fence {
  readonly databaseUrl: string;
  readonly secret = randomBytes(32).toString("hex");
  readonly #client: Client;
  readonly #holder: string;
  readonly #closing = new AbortController();
  readonly #lost = Promise.withResolvers<LeaseLostError>();
  #lostWith: LeaseLostError | null = null;
  /** null: there are no tables yet. */
  #token: number | null = null;
  #signSentAtMs: number;
  #signing: Promise<void> = Promise.resolve();

  private constructor(options: NodeLeaseOptions) {
    this.#client = options.client;
    this.#holder = options.holder;
    this.databaseUrl = options.databaseUrl;
    this.#signSentAtMs = options.signSentAtMs;
  }

  /**
   * @param options.client holds the lock; owned from here on
   * @throws when the database does not answer, or the holder before can't be cut off
   */
  static async begin(options: NodeLeaseOptions): Promise<NodeLease> {
    const lease = new NodeLease(options);
    const { client } = options;
    client.on("error", (cause) => lease.#lose(cause));
    client.on("end", () => lease.#lose(undefined));
    await client.query("select set_config('application_name', $1, false)", [HOLDER_NAME]);
    await lease.record();
    await endFormer(client);
    lease.#signing = lease.#sign();
    return lease;
  }

  /** Resolves when another node may take over: this one has to end. */
  get lost(): Promise<LeaseLostError> {
    return this.#lost.promise;
  }

  requireHeld(): void {
    if (this.#lostWith !== null) throw this.#lostWith;
    if (!mayRelyOn(this.#signSentAtMs, performance.now()))
      throw new LeaseLostError("this node had no answer of the database for too long");
  }

  async checkConnection(client: ClientBase): Promise<void> {
    if (this.#token === null) return;
    const { rows } = await client.query("select token from node_lease where id = 'station'");
    if (tokenSchema.parse(rows)[0]?.token !== this.#token)
      throw new LeaseLostError("another node does the work of this station now");
  }

  /** Writes down who holds it, unless that is done or there are no tables yet. */
  async record(): Promise<void> {
    if (this.#token !== null) return;
    const { rows: there } = await this.#client.query(
      "select to_regclass('public.node_lease') is not null as is_there",
    );
    if (thereSchema.parse(there)[0]?.is_there !== true) return;
    const { rows } = await this.#client.query(
      `insert into node_lease (id, holder, token, secret) values ('station', $1, 1, $2)
       on conflict (id) do update set holder = $1, token = node_lease.token + 1, secret = $2, url = null, taken_at = now()
       returning token`,
      [this.#holder, this.secret],
    );
    this.#token = tokenSchema.parse(rows)[0]?.token ?? null;
  }

  /** From here on the other nodes pass on what comes to them. */
  async serveAt(url: string): Promise<void> {
    await this.#client.query("update node_lease set url = $1 where id = 'station'", [url]);
  }

  /** Gives the lease back. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#signing;
    await endClient(this.#client);
  }

  async #sign(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && this.#lostWith === null) {
      await delay(SIGN_EVERY_MS, undefined, { signal, ref: false }).catch(() => {}); // closed meanwhile
      if (signal.aborted) return;
      const sentAtMs = performance.now();
      try {
        await this.#client.query("select 1");
        this.#signSentAtMs = sentAtMs;
      } catch (cause) {
        this.#lose(cause);
      }
    }
  }

  #lose(cause: unknown): void {
    if (this.#closing.signal.aborted || this.#lostWith !== null) return;
    this.#lostWith = new LeaseLostError("this node has lost the lease of the station", { cause });
    this.#lost.resolve(this.#lostWith);
  }
}

interface NodeLeaseOptions {
  readonly client: Client;
  readonly databaseUrl: string;
  /** The node's name. */
  readonly holder: string;
  /** When the statement that took the lock went out, on the monotonic clock. */
  readonly signSentAtMs: number;
}

/** Has PostgreSQL end the connection of a node that says nothing for too long, and with it the lock. */
export async function endWhenSilent(client: Client): Promise<void> {
  await client.query("select set_config('idle_session_timeout', $1, false)", [
    `${LEASE_ENDS_AFTER_MS}ms`,
  ]);
}

async function endFormer(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select pg_terminate_backend(pid, $2) as has_ended from pg_stat_activity
     where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
    [HOLDER_NAME, END_LIMIT_MS],
  );
  if (endedSchema.parse(rows).some(({ has_ended: hasEnded }) => !hasEnded))
    throw new Error("a connection of the node before did not end");
}
