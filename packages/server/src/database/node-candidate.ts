import type { Client } from "pg";
import * as z from "zod";
import { reasonOf } from "./database-failures.ts";
import { endClient } from "./end-client.ts";
import { findPrimary, type Primary } from "./find-primary.ts";
import { holderOf, type Holder, type LeaseRow } from "./node-lease-rules.ts";
import { endWhenSilent, LEASE_LOCK, NodeLease } from "./node-lease.ts";

/** PostgreSQL's code for a table that is not there. */
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

export type CandidateLook =
  /** The lease is this node's; the caller owns it. */
  | { readonly kind: "taken"; readonly lease: NodeLease }
  /** Another node has it; `holder` is null while that one starts. */
  | { readonly kind: "held"; readonly holder: Holder | null }
  /** No PostgreSQL server that takes writes answers. */
  | { readonly kind: "away"; readonly reason: string };

interface NodeCandidateOptions {
  /** The node's name. */
  readonly name: string;
  /** All are asked; the first of those that were promoted last counts. */
  readonly databaseUrls: readonly string[];
}

/** A node that waits for its turn. It has one connection to the database, and changes nothing there. */
export class NodeCandidate {
  readonly #options: NodeCandidateOptions;
  #found: Primary | null = null;

  constructor(options: NodeCandidateOptions) {
    this.#options = options;
  }

  /** Tries to take the lease. Never throws. Only one call at a time. */
  async look(): Promise<CandidateLook> {
    try {
      return await this.#lookOn(this.#found ?? (await this.#find()));
    } catch (error) {
      await this.close();
      return { kind: "away", reason: reasonOf(error) };
    }
  }

  async close(): Promise<void> {
    if (this.#found !== null) await endClient(this.#found.client);
    this.#found = null;
  }

  async #find(): Promise<Primary> {
    this.#found = await findPrimary(this.#options.databaseUrls, { name: "neonrelay node" });
    await endWhenSilent(this.#found.client);
    return this.#found;
  }

  async #lookOn({ client, databaseUrl }: Primary): Promise<CandidateLook> {
    const signSentAtMs = performance.now();
    const { rows: tried } = await client.query("select pg_try_advisory_lock($1) as has_lock", [
      LEASE_LOCK,
    ]);
    if (triedSchema.parse(tried)[0]?.has_lock !== true)
      return { kind: "held", holder: holderOf(await findRow(client)) };
    const holder = this.#options.name;
    const lease = await NodeLease.begin({ client, databaseUrl, holder, signSentAtMs });
    this.#found = null;
    return { kind: "taken", lease };
  }
}

async function findRow(client: Client): Promise<LeaseRow | null> {
  try {
    const { rows } = await client.query(
      "select holder, token, secret, url from node_lease where id = 'station'",
    );
    return rowsSchema.parse(rows)[0] ?? null;
  } catch (error) {
    // The first holder of all makes the tables.
    if (error instanceof Error && "code" in error && error.code === NO_TABLE) return null;
    throw error;
  }
}
