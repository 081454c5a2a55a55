import { randomBytes } from "node:crypto";
import type { ClientBase } from "pg";
import * as z from "zod";
import { LeaseLostError, mayRelyOn } from "./node-lease-rules.ts";
import { monotonicMs } from "./lease-signs.ts";
import type { LeaseThread } from "./lease-thread.ts";

/** Name of a holder's connections: the process with the lock ends all others of that name. */
export const HOLDER_NAME = "neonrelay holder";
/** How long PostgreSQL may take to end a connection of the previous holder, in ms. */
const END_LIMIT_MS = 1500;

const tokenSchema = z.array(z.object({ token: z.coerce.number() })).length(1);
const thereSchema = z.array(z.object({ is_there: z.boolean() })).length(1);
const endedSchema = z.array(z.object({ has_ended: z.boolean() }));

/** Guards the database, so that a holder that was taken for dead changes nothing. */
export interface Fence {
  /** @throws LeaseLostError when this node can't rely on the lease */
  requireHeld(): void;
  /** @throws LeaseLostError when another node has taken the lease since */
  checkConnection(client: ClientBase): Promise<void>;
}

/**
 * The right to do the station's work, which one node has at a time: a session lock on a connection of its own. The lock
 * ends with that connection, and so with the process. If the process stands still, PostgreSQL misses its signs of life
 * and ends the connection; if the main thread hangs, the thread that owns the connection ends it. The next holder then
 * ends all other connections of the previous one.
 */
export class NodeLease implements Fence {
  readonly databaseUrl: string;
  readonly secret = randomBytes(32).toString("hex");
  readonly #thread: LeaseThread;
  readonly #holder: string;
  readonly #lost = Promise.withResolvers<LeaseLostError>();
  #lostWith: LeaseLostError | null = null;
  #isClosing = false;
  /** null: no tables yet. */
  #token: number | null = null;

  private constructor(options: NodeLeaseOptions) {
    this.#thread = options.thread;
    this.#holder = options.holder;
    this.databaseUrl = options.databaseUrl;
    void options.thread.lost.then((reason) => this.#lose(reason));
  }

  /**
   * @param options.thread holds the lock; owned by the lease from here on, unless this throws
   * @throws when the database does not answer, or the previous holder can't be cut off
   */
  static async begin(options: NodeLeaseOptions): Promise<NodeLease> {
    const lease = new NodeLease(options);
    const { thread } = options;
    await thread.query("select set_config('application_name', $1, false)", [HOLDER_NAME]);
    await lease.record();
    await endFormer(thread);
    return lease;
  }

  /** Resolves when another node may take over: this one has to end. */
  get lost(): Promise<LeaseLostError> {
    return this.#lost.promise;
  }

  requireHeld(): void {
    if (this.#lostWith !== null) throw this.#lostWith;
    if (!mayRelyOn(this.#thread.answeredSentAtMs, monotonicMs()))
      throw new LeaseLostError("the database has not answered this node for too long");
  }

  async checkConnection(client: ClientBase): Promise<void> {
    if (this.#token === null) return;
    const { rows } = await client.query("select token from node_lease where id = 'station'");
    if (tokenSchema.parse(rows)[0]?.token !== this.#token)
      throw new LeaseLostError("another node now does the work of this station");
  }

  /** Records who holds it; does nothing if that is done or there are no tables yet. */
  async record(): Promise<void> {
    if (this.#token !== null) return;
    const there = await this.#thread.query(
      "select to_regclass('public.node_lease') is not null as is_there",
    );
    if (thereSchema.parse(there)[0]?.is_there !== true) return;
    const rows = await this.#thread.query(
      `insert into node_lease (id, holder, token, secret) values ('station', $1, 1, $2)
       on conflict (id) do update set holder = $1, token = node_lease.token + 1, secret = $2, url = null, taken_at = now()
       returning token`,
      [this.#holder, this.secret],
    );
    this.#token = tokenSchema.parse(rows)[0]?.token ?? null;
  }

  /** From here on the other nodes forward their calls. */
  async serveAt(url: string): Promise<void> {
    await this.#thread.query("update node_lease set url = $1 where id = 'station'", [url]);
  }

  /** Releases the lease. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#thread.close();
  }

  #lose(reason: string): void {
    if (this.#isClosing || this.#lostWith !== null) return;
    const cause = new Error(reason);
    this.#lostWith = new LeaseLostError("this node has lost the lease of the station", { cause });
    this.#lost.resolve(this.#lostWith);
  }
}

interface NodeLeaseOptions {
  readonly thread: LeaseThread;
  readonly databaseUrl: string;
  /** The node's name. */
  readonly holder: string;
}

async function endFormer(thread: LeaseThread): Promise<void> {
  const rows = await thread.query(
    `select pg_terminate_backend(pid, $2) as has_ended from pg_stat_activity
     where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
    [HOLDER_NAME, END_LIMIT_MS],
  );
  if (endedSchema.parse(rows).some(({ has_ended: hasEnded }) => !hasEnded))
    throw new Error("a connection of the previous holder did not end");
}
