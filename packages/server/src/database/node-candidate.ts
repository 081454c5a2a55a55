import * as z from "zod";
import { reasonOf } from "./database-failures.ts";
import { LeaseThread } from "./lease-thread.ts";
import { holderOf, type Holder, type LeaseRow } from "./node-lease-rules.ts";
import { NodeLease } from "./node-lease.ts";

/** Arbitrary number: the lock of the node that does the station's work. */
const LEASE_LOCK = 7_206_414;

/** PostgreSQL's code for a missing table. */
const NO_TABLE = "42P01";

const triedSchema = z.array(z.object({ has_lock: z.boolean() })).length(1);
const rowsSchema = z
  .array(
    z.object({
      holder: z.string(),
      token: z.coerce.number(),
      secret: z.string(),
      url: z.nullable(z.url()),
    }),
  )
  .max(1);

export type CandidateCheck =
  /** This node has the lease; the caller owns it. */
  | { readonly kind: "taken"; readonly lease: NodeLease }
  /** Another node has it; `holder` is null while that node starts. */
  | { readonly kind: "held"; readonly holder: Holder | null }
  /** No PostgreSQL server that takes writes answers. */
  | { readonly kind: "away"; readonly reason: string };

interface NodeCandidateOptions {
  /** The node's name. */
  readonly name: string;
  /** All are asked; of the servers promoted last, the first is used. */
  readonly databaseUrls: readonly string[];
}

/** A node that waits for its turn. It has one database connection and changes nothing there. */
export class NodeCandidate {
  readonly #name: string;
  readonly #thread: LeaseThread;
  /** The server it is connected to; null: none. */
  #databaseUrl: string | null = null;
  #hasLease = false;

  constructor({ name, databaseUrls }: NodeCandidateOptions) {
    this.#name = name;
    this.#thread = new LeaseThread(databaseUrls);
  }

  /** Tries to take the lease. Never throws. Only one call at a time. */
  async tryLease(): Promise<CandidateCheck> {
    try {
      this.#databaseUrl ??= await this.#thread.open();
      return await this.#tryLeaseOn(this.#databaseUrl);
    } catch (error) {
      this.#databaseUrl = null;
      await this.#thread.disconnect();
      return { kind: "away", reason: reasonOf(error) };
    }
  }

  /** Does not give back a lease it has taken. */
  async close(): Promise<void> {
    if (!this.#hasLease) await this.#thread.close();
  }

  async #tryLeaseOn(databaseUrl: string): Promise<CandidateCheck> {
    const thread = this.#thread;
    const tried = await thread.query("select pg_try_advisory_lock($1) as has_lock", [LEASE_LOCK]);
    if (triedSchema.parse(tried)[0]?.has_lock !== true)
      return { kind: "held", holder: holderOf(await findRow(thread)) };
    const lease = await NodeLease.begin({ thread, databaseUrl, holder: this.#name });
    this.#hasLease = true;
    return { kind: "taken", lease };
  }
}

async function findRow(thread: LeaseThread): Promise<LeaseRow | null> {
  try {
    const rows = await thread.query(
      "select holder, token, secret, url from node_lease where id = 'station'",
    );
    return rowsSchema.parse(rows)[0] ?? null;
  } catch (error) {
    // The very first holder creates the tables.
    if (error instanceof Error && "code" in error && error.code === NO_TABLE) return null;
    throw error;
  }
}
