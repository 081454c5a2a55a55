import { eq, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { favourites } from "../favourites/favourite-tables.ts";
import { plays } from "../history/play-tables.ts";
import { playlistTracks } from "../playlists/playlist-tables.ts";
import { planItems } from "../programme/plan-tables.ts";
import { queueItems } from "../queue/queue-tables.ts";
import { radioState } from "../radio/radio-tables.ts";
import { requests } from "../requests/request-tables.ts";
import { clocks } from "../schedule/schedule-tables.ts";

/**
 * Moves everything attached to a copy of a track to the track: its entries, requests, plays and favourites, and its
 * places in playlists, the plan and the slots of clocks.
 */
export async function moveBelongings(
  transaction: Connection,
  { trackId, copyId }: { readonly trackId: string; readonly copyId: string },
): Promise<void> {
  for (const table of [queueItems, requests, plays, planItems, playlistTracks])
    await transaction.update(table).set({ trackId }).where(eq(table.trackId, copyId));
  await transaction
    .update(radioState)
    .set({ currentTrackId: trackId })
    .where(eq(radioState.currentTrackId, copyId));
  await transaction.execute(sql`
    insert into ${favourites} (account_id, track_id, added_at)
    select account_id, ${trackId}, added_at from ${favourites} where track_id = ${copyId}
    on conflict do nothing`);
  await transaction.execute(sql`
    update ${clocks} set version = version + 1,
      slots = replace(slots::text, ${JSON.stringify(copyId)}, ${JSON.stringify(trackId)})::jsonb
    where position(${JSON.stringify(copyId)} in slots::text) > 0`);
}
