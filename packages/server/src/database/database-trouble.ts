import * as z from "zod";
import { sql } from "drizzle-orm";
import type { Connection } from "./database.ts";

/** PostgreSQL's codes for a missing right, or a missing file of an extension. */
const rightsCodes: readonly unknown[] = ["42501", "0A000", "58P01"];
const rightsSchema = z
  .array(
    z.object({
      user: z.string(),
      name: z.string(),
      may_make_schemas: z.boolean(),
      may_make_tables: z.boolean(),
      has_trigrams: z.boolean(),
      trigrams_are_installed: z.boolean(),
    }),
  )
  .length(1);

/**
 * What a server administrator has to do before the station's user can create its tables.
 * @returns a sentence with the statements; null for any other `cause`
 */
export async function findMissingRights(
  connection: Connection,
  cause: unknown,
): Promise<string | null> {
  if (!isAboutRights(cause)) return null;
  const { rows } = await connection.execute(sql`
    select quote_ident(current_user) as user, quote_ident(current_database()) as name,
      has_database_privilege(current_database(), 'CREATE') as may_make_schemas,
      has_schema_privilege('public', 'CREATE') as may_make_tables,
      exists (select from pg_extension where extname = 'pg_trgm') as has_trigrams,
      exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams_are_installed`);
  const [found] = rightsSchema.parse(rows);
  if (found === undefined) return null;
  if (!found.has_trigrams && !found.trigrams_are_installed)
    return "the server lacks the extension pg_trgm, which the search needs: install PostgreSQL's contrib package there";
  const { user, name } = found;
  const statements = [
    ...(found.has_trigrams ? [] : ["CREATE EXTENSION IF NOT EXISTS pg_trgm;"]),
    ...(found.may_make_schemas ? [] : [`GRANT CREATE ON DATABASE ${name} TO ${user};`]),
    ...(found.may_make_tables ? [] : [`GRANT USAGE, CREATE ON SCHEMA public TO ${user};`]),
  ];
  if (statements.length === 0) return null;
  return `the user ${user} lacks rights there. As the database's owner, run in ${name}: ${statements.join(" ")}`;
}

function isAboutRights(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return ("code" in cause && rightsCodes.includes(cause.code)) || isAboutRights(cause.cause);
}

const lettersSchema = z.object({ isUtf8: z.boolean(), isFolding: z.boolean() });

/**
 * What is wrong with the database's character set, in a sentence; null if it stores every letter and matches é with É.
 */
export async function findLetterTrouble(connection: Connection): Promise<string | null> {
  const { rows } = await connection.execute(sql`
    select current_setting('server_encoding') = 'UTF8' as "isUtf8",
      lower('É') = 'é' and cardinality(show_trgm('é')) > 0 as "isFolding"`);
  const { isUtf8, isFolding } = lettersSchema.parse(rows[0]);
  if (!isUtf8)
    return "The database can't store every character: recreate it with ENCODING 'UTF8', or names and titles will be wrong";
  if (!isFolding)
    return "The database only knows the letters a to z: recreate it with LC_CTYPE 'C.UTF-8', or searches will miss misspelled words and names with other letters";
  return null;
}
