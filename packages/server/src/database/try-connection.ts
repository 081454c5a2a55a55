import { Client } from "pg";
import { reasonOf } from "./database-failures.ts";

const CONNECT_LIMIT_MS = 5000;

/** Opens a separate connection to a database server and closes it. @throws when that fails */
export async function tryConnection(databaseUrl: string): Promise<void> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: CONNECT_LIMIT_MS,
  });
  client.on("error", () => {}); // the query throws what matters
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    await client.end();
  }
}

/** Why a database server can't be used, as a sentence; null: it can. */
export async function findConnectionTrouble(databaseUrl: string): Promise<string | null> {
  return await tryConnection(databaseUrl).then(() => null, reasonOf);
}
