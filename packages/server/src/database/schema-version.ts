import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Connection } from "./database.ts";

const thereSchema = z.array(z.object({ there: z.boolean() })).length(1);
const newestSchema = z.array(z.object({ newest: z.coerce.number().nullable() })).length(1);

/** The database's schema version, as `ownSchemaVersion`; null if it has no tables of ours. */
export async function findSchemaVersion(connection: Connection): Promise<number | null> {
  if (!(await isThere(connection, "drizzle.__drizzle_migrations"))) return null;
  const { rows } = await connection.execute(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  return newestSchema.parse(rows)[0]?.newest ?? null;
}

/** @param table with its schema, as the program names it */
export async function isThere(connection: Connection, table: string): Promise<boolean> {
  const { rows } = await connection.execute(sql`select to_regclass(${table}) is not null as there`);
  return thereSchema.parse(rows)[0]?.there === true;
}
