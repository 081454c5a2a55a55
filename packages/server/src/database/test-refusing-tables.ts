import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/**
 * Makes a change once per table, while that table refuses writes.
 * @param change returns the status of its answer
 * @returns the status for each table
 */
export async function refuseEach(
  { connection }: Pick<Database, "connection">,
  tables: readonly string[],
  change: () => Promise<number>,
): Promise<Readonly<Record<string, number>>> {
  await connection.execute(sql`
    create or replace function refuse_write() returns trigger language plpgsql as
    $$ begin raise exception 'no write is taken here'; end $$`);
  const statuses: Record<string, number> = {};
  for (const table of tables) {
    await connection.execute(sql`
      create trigger refuse before insert or update or delete on ${sql.identifier(table)}
      for each row execute function refuse_write()`);
    statuses[table] = await change();
    await connection.execute(sql`drop trigger refuse on ${sql.identifier(table)}`);
  }
  return statuses;
}
