import { and, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { deletedTracks } from "./deletion-tables.ts";
import { tracks } from "./library-tables.ts";

/** Which of the tracks are not deleted: a missing file may come back, a deleted one does not. */
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
