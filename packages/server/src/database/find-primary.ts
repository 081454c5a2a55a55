import { Client } from "pg";
import * as z from "zod";
import { endClient } from "./pg-client.ts";

const CONNECT_LIMIT_MS = 2000;
/** Time limit for one statement, in ms. */
const STATEMENT_LIMIT_MS = 4000;

/** Hexadecimal; goes up by one with each promotion. null on a standby. */
const timelineSchema = z.array(z.object({ timeline: z.nullable(z.string()) })).length(1);

/** A server that takes writes. */
export interface Primary {
  /** A connection to it; the caller owns it. */
  readonly client: Client;
  readonly databaseUrl: string;
}

/**
 * Finds the server that takes writes. If several do, the one promoted last: an old primary may have come back.
 * @param options.name of the connection, as PostgreSQL shows it
 * @throws the first server's error when none takes writes
 */
export async function findPrimary(
  databaseUrls: readonly string[],
  { name }: { readonly name: string },
): Promise<Primary> {
  const tried = await Promise.allSettled(databaseUrls.map((url) => openPrimary(url, name)));
  const primaries = tried.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const [newest, ...others] = primaries.toSorted((one, other) => other.timeline - one.timeline);
  for (const { client } of others) await endClient(client);
  if (newest !== undefined) return newest;
  throw tried.find((one) => one.status === "rejected")?.reason;
}

/** @throws when it does not answer or is a standby */
async function openPrimary(
  databaseUrl: string,
  name: string,
): Promise<Primary & { readonly timeline: number }> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: STATEMENT_LIMIT_MS,
    keepAlive: true,
    application_name: name,
  });
  client.on("error", () => {}); // the next statement fails
  try {
    await client.connect();
    const { rows } = await client.query(
      "select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline",
    );
    const timeline = timelineSchema.parse(rows)[0]?.timeline ?? null;
    if (timeline === null) throw new Error("the server is a standby, which takes no writes");
    return { client, databaseUrl, timeline: Number.parseInt(timeline, 16) };
  } catch (error) {
    await endClient(client);
    throw error;
  }
}
