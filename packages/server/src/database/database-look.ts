import type { ClientBase, Pool } from "pg";
import { isDatabaseAway } from "./database-failures.ts";

/** Runs work on a connection of its own; see `Database.look`. */
export async function lookOn<Outcome>(
  pool: Pool,
  work: (client: Pick<ClientBase, "query">) => Promise<Outcome>,
): Promise<Outcome> {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    await client.query("begin read only");
    return await work(client);
  } catch (error) {
    if (error instanceof Error && isDatabaseAway(error)) lost = error;
    throw error;
  } finally {
    // A session lock outlives its transaction.
    lost ??= await client.query("rollback; select pg_advisory_unlock_all()").then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    client.release(lost);
  }
}
