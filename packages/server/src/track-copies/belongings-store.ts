import { eq, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { favourites } from "../favourites/favourite-tables.ts";
import { plays } from "../history/play-tables.ts";
import { queueItems } from "../queue/queue-tables.ts";
import { radioState } from "../radio/radio-tables.ts";
import { requests } from "../requests/request-tables.ts";

/** Gives what belongs to the copy of a track to the track: its entries, requests, plays and favourites. */
export async function moveBelongings(
  transaction: Connection,
  { trackId, copyId }: { readonly trackId: string; readonly copyId: string },
): Promise<void> {
  for (const table of [queueItems, requests, plays])
    await transaction.update(table).set({ trackId }).where(eq(table.trackId, copyId));
  await transaction
    .update(radioState)
    .set({ currentTrackId: trackId })
    .where(eq(radioState.currentTrackId, copyId));
  await transaction.execute(sql`
    insert into ${favourites} (account_id, track_id, added_at)
    select account_id, ${trackId}, added_at from ${favourites} where track_id = ${copyId}
    on conflict do nothing`);
}
