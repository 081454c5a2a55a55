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
/** In hexadecimal; one higher with each promotion. null: of a standby. */
const timelineSchema = z.array(z.object({ timeline: z.nullable(z.string()) })).length(1);
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
  /** All are asked; the first of those that were promoted last counts. */
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

/**
 * The server that takes writes; of several the one that was promoted last: an old primary may have come back.
 * @throws what the first server said, when none takes writes
 */
async function findPrimary(databaseUrls: readonly string[]): Promise<Found> {
  const tried = await Promise.allSettled(databaseUrls.map(openPrimary));
  const primaries = tried.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const [newest, ...others] = primaries.toSorted((one, other) => other.timeline - one.timeline);
  for (const { client } of others) await client.end().catch(() => {}); // it is gone already
  if (newest !== undefined) return newest;
  throw tried.find((one) => one.status === "rejected")?.reason;
}

/** @throws when it does not answer, or is a standby */
async function openPrimary(databaseUrl: string): Promise<Found & { readonly timeline: number }> {
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
    const { rows } = await client.query(
      "select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline",
    );
    const timeline = timelineSchema.parse(rows)[0]?.timeline ?? null;
    if (timeline === null) throw new Error("the server is a standby, which takes no writes");
    await endWhenSilent(client);
    return { client, databaseUrl, timeline: Number.parseInt(timeline, 16) };
  } catch (error) {
    await client.end().catch(() => {}); // it never was there
    throw error;
  }
}
