import type { TrackUse, UsedTrack } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { tracks } from "../library/library-tables.ts";
import { playlists, playlistTracks } from "../playlists/playlist-tables.ts";
import { planItems } from "../programme/plan-tables.ts";
import { queueItems } from "../queue/queue-tables.ts";
import { radioState } from "../radio/radio-tables.ts";
import { clocks } from "../schedule/schedule-tables.ts";

/** Maximum names listed per track. */
const MAX_NAMES = 5;

/** The tracks in use, and where; by title. */
export async function listUsedTracks(
  connection: Connection,
  trackIds: readonly string[],
): Promise<readonly UsedTrack[]> {
  const { rows } = await connection.execute<{
    id: string;
    title: string;
    artist: string;
    use: TrackUse;
    name: string | null;
  }>(sql`
    with wanted as (select unnest(${sql.param(trackIds)}::uuid[]) as id),
    uses as (
      select wanted.id, 'on_air' as use, null as name, 1 as rank
      from wanted join ${radioState} as state on state.current_track_id = wanted.id
      union
      select wanted.id, 'queue', null, 2 from wanted join ${queueItems} as item on item.track_id = wanted.id
      union
      select wanted.id, 'plan', null, 3 from wanted join ${planItems} as item on item.track_id = wanted.id
      union
      select wanted.id, 'playlist', playlist.name, 4
      from wanted join ${playlistTracks} as place on place.track_id = wanted.id
        join ${playlists} as playlist on playlist.id = place.playlist_id
      union
      select wanted.id, 'clock', clock.name, 5
      from wanted join ${clocks} as clock on position(wanted.id::text in clock.slots::text) > 0)
    select uses.id, track.title, track.artist, uses.use, uses.name
    from uses join ${tracks} as track on track.id = uses.id
    order by track.title collate "C", uses.id, uses.rank, uses.name`);
  return [...Map.groupBy(rows, ({ id }) => id)].map(([trackId, used]) => ({
    trackId,
    title: used[0]?.title ?? "",
    artist: used[0]?.artist ?? "",
    uses: [...new Set(used.map(({ use }) => use))],
    names: used.flatMap(({ name }) => name ?? []).slice(0, MAX_NAMES),
  }));
}
