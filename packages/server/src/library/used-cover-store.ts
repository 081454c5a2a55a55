import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Connection } from "../database/database.ts";
import { tracks } from "./library-tables.ts";
import { editedTracks } from "./track-edit-tables.ts";

const usedSchema = z.array(z.object({ name: z.string() }));

/** Which of these covers a track has, or an edit that can be undone brings back. */
export async function whichCoversAreUsed(
  connection: Connection,
  names: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await connection.execute(sql`
    with wanted as (select unnest(${sql.param(names)}::text[]) as name)
    select name from wanted where name in (select artwork_name from ${tracks} where artwork_name is not null)
      or name in (select before ->> 'cover' from ${editedTracks} where before ->> 'cover' is not null)
      or name in (select after ->> 'cover' from ${editedTracks} where after ->> 'cover' is not null)`);
  return usedSchema.parse(rows).map(({ name }) => name);
}
