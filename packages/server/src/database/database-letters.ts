import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Connection } from "./database.ts";

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
