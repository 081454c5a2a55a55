import { Client } from "pg";
import * as z from "zod";
import { reasonOf } from "./database-failures.ts";
import { holderOf, type Holder, type LeaseRow } from "./node-lease-rules.ts";
import { endWhenSilent, LEASE_LOCK, NodeLease } from "./node-lease.ts";

const CONNECT_LIMIT_MS = 2000;
/** Longest that one statement may take, in ms. */
const STATEMENT_LIMIT_MS = 4000;
/** PostgreSQL's code for a table that is not there. */
const NO_TABLE = "42P01";

const triedSchema = z.array(z.object({ has_lock: z.boolean() })).length(1);
const recoverySchema = z.array(z.object({ is_standby: z.boolean() })).length(1);
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

export interface NodeCandidateOptions {
  /** The node's name. */
  readonly name: string;
  /** In the order in which they are tried: the first that takes writes counts. */
  readonly databaseUrls: readonly string[];
}

/** A node that waits for its turn. It has one connection to the database, and changes nothing there. */
export class NodeCandidate {
  readonly #options: NodeCandidateOptions;
  #found: Found | null = null;

  constructor(options: NodeCandidateOptions) {
    this.#options = options;
  }

  /** Tries to take the lease. Never throws. Only one call at a time. */
  async look(): Promise<CandidateLook> {
    try {
      this.#found ??= await findPrimary(this.#options.databaseUrls);
      return await this.#lookOn(this.#found);
    } catch (error) {
      await this.close();
      return { kind: "away", reason: reasonOf(error) };
    }
  }

  async close(): Promise<void> {
    await this.#found?.client.end().catch(() => {}); // it is gone already
    this.#found = null;
  }

  async #lookOn({ client, databaseUrl }: Found): Promise<CandidateLook> {
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

interface Found {
  readonly client: Client;
  readonly databaseUrl: string;
}

/** @throws what the first server said, when none takes writes */
async function findPrimary(databaseUrls: readonly string[]): Promise<Found> {
  const failures: unknown[] = [];
  for (const databaseUrl of databaseUrls) {
    const client = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      query_timeout: STATEMENT_LIMIT_MS,
      keepAlive: true,
      application_name: "neonrelay node",
    });
    client.on("error", () => {}); // the next statement fails
    try {
      await client.connect();
      const { rows } = await client.query("select pg_is_in_recovery() as is_standby");
      if (recoverySchema.parse(rows)[0]?.is_standby === true)
        throw new Error("the server is a standby, which takes no writes");
      await endWhenSilent(client);
      return { client, databaseUrl };
    } catch (error) {
      failures.push(error);
      await client.end().catch(() => {}); // it never was there
    }
  }
  throw failures[0];
}
