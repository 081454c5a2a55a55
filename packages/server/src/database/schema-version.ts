import { sql } from "drizzle-orm";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import type { Connection } from "./database.ts";

export const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })).min(1) });
const thereSchema = z.array(z.object({ there: z.boolean() })).length(1);
const newestSchema = z.array(z.object({ newest: z.coerce.number().nullable() })).length(1);

/** The schema this program brings a database to: when its newest migration was made, in ms since 1970. */
export function ownSchemaVersion(): number {
  const text = readFileSync(`${migrationsFolder}/meta/_journal.json`, "utf8");
  return Math.max(...journalSchema.parse(JSON.parse(text)).entries.map(({ when }) => when));
}

/** The schema of a database, as `ownSchemaVersion`; null for one without tables of ours. */
export async function findSchemaVersion(connection: Connection): Promise<number | null> {
  const { rows } = await connection.execute(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (thereSchema.parse(rows)[0]?.there !== true) return null;
  const migrations = await connection.execute(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  return newestSchema.parse(migrations.rows)[0]?.newest ?? null;
}
