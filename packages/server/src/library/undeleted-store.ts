import { and, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { deletedTracks } from "./deletion-tables.ts";
import { tracks } from "./library-tables.ts";

/** Those of the tracks that are in the library: a file that is only away may come back, one that was deleted is gone. */
export async function findUndeleted(
  connection: Connection,
  trackIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await connection
    .select({ id: tracks.id })
    .from(tracks)
    .where(
      and(
        sql`${tracks.id} = any(${sql.param(trackIds)}::uuid[])`,
        sql`not exists (select from ${deletedTracks}
          where ${deletedTracks.trackId} = ${tracks.id} and ${tracks.missingSince} is not null)`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
