import type { RequestRules } from "@neonrelay/contract";
import { and, count, desc, eq, gt, lt, sql, type SQL } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { Requester } from "../identity/visitor.ts";
import { NETWORK_FACTOR, type RequestHistory } from "./request-rules.ts";
import type { LibrarySize, RecentTrack } from "./cooldown-rules.ts";
import type { Connection } from "../database/database.ts";
import { plays } from "../history/play-tables.ts";
import { renameQueueItem } from "../queue/queue-store.ts";
import { queueItems } from "../queue/queue-tables.ts";
import { requests } from "./request-tables.ts";
import { tracks } from "../library/library-tables.ts";
import { isPlayable } from "../library/track-store.ts";

/**
 * How far the next play, or another node's clock, may be ahead. Anything further ahead was recorded by a wrong clock
 * and says nothing about its real time.
 */
const AHEAD_LIMIT_MS = 60_000;

/** Records an accepted request, for as long as a rule may look back. */
export async function insertRequest(
  transaction: Connection,
  request: {
    readonly entryId: string;
    readonly trackId: string;
    readonly requester: Requester;
    readonly nowMs: number;
  },
): Promise<void> {
  const { requester, nowMs } = request;
  await transaction.insert(requests).values({
    id: randomUUID(),
    entryId: request.entryId,
    trackId: request.trackId,
    requesterKey: requester.key,
    network: requester.isOperator ? null : requester.network,
    requestedAt: new Date(nowMs),
  });
}

/** Past requests of the requester, and of everyone at that address. */
export async function findRequestHistory(
  transaction: Connection,
  {
    requester,
    rules,
    nowMs,
  }: {
    readonly requester: Requester;
    readonly rules: RequestRules;
    readonly nowMs: number;
  },
): Promise<{ readonly requester: RequestHistory; readonly network: RequestHistory | null }> {
  const since = new Date(nowMs - rules.requesterCooldownSeconds * 1000);
  const until = new Date(nowMs + AHEAD_LIMIT_MS);
  const newest = async (whose: SQL, limit: number): Promise<readonly number[]> => {
    const rows = await transaction
      .select({ requestedAt: requests.requestedAt })
      .from(requests)
      .where(and(whose, gt(requests.requestedAt, since), lt(requests.requestedAt, until)))
      .orderBy(desc(requests.requestedAt))
      .limit(limit);
    return rows.map(({ requestedAt }) => requestedAt.getTime());
  };
  const { key, network } = requester;
  const own: RequestHistory = {
    open: await transaction.$count(queueItems, eq(queueItems.requesterKey, key)),
    atMs: await newest(eq(requests.requesterKey, key), 1),
  };
  if (network === null) return { requester: own, network: null };
  const [counted] = await transaction
    .select({ open: count() })
    .from(queueItems)
    .innerJoin(requests, eq(requests.entryId, queueItems.id))
    .where(eq(requests.network, network));
  return {
    requester: own,
    network: {
      open: counted?.open ?? 0,
      atMs: await newest(eq(requests.network, network), NETWORK_FACTOR),
    },
  };
}

/**
 * Playable tracks that were requested or played since then, or play next. Removed requests don't count: they have not
 * been heard and never will be.
 */
export async function listRecentTracks(
  transaction: Connection,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): Promise<readonly RecentTrack[]> {
  const since = new Date(sinceMs).toISOString();
  const untilMs = nowMs + AHEAD_LIMIT_MS;
  const until = new Date(untilMs).toISOString();
  const { rows } = await transaction.execute<{
    readonly track_id: string;
    readonly artist_keys: string[];
    readonly requested_at_ms: number | null;
    readonly played_at_ms: number | null;
  }>(sql`
    select ${tracks.id} as track_id, ${tracks.artistKeys} as artist_keys,
      max(recent.requested_at_ms) as requested_at_ms, max(recent.played_at_ms) as played_at_ms
    from (
      select ${requests.trackId} as track_id, null::float8 as played_at_ms,
        extract(epoch from ${requests.requestedAt})::float8 * 1000 as requested_at_ms
      from ${requests}
      where ${requests.requestedAt} > ${since}::timestamptz
        and ${requests.requestedAt} < ${until}::timestamptz and (
        exists (select 1 from ${queueItems} where ${queueItems.id} = ${requests.entryId})
        or exists (
          select 1 from ${plays}
          where ${plays.trackId} = ${requests.trackId} and ${plays.entryId} = ${requests.entryId}))
      union all
      select ${plays.trackId}, ${plays.startedAtMs}, null
      from ${plays} where ${plays.startedAtMs} > ${sinceMs} and ${plays.startedAtMs} < ${untilMs}
    ) as recent
    join ${tracks} on ${tracks.id} = recent.track_id
    where ${isPlayable}
    group by ${tracks.id}`);
  return rows.map((row) => ({
    trackId: row.track_id,
    artistKeys: row.artist_keys,
    requestedAtMs: row.requested_at_ms,
    playedAtMs: row.played_at_ms,
  }));
}

/**
 * Library counts, only as precise as the rules need for these recent tracks: half of a truncated count still covers all
 * of them. So a request never reads a large library completely.
 */
export async function findLibrarySize(
  connection: Connection,
  recent: readonly RecentTrack[],
): Promise<LibrarySize> {
  const artistKeys = [...new Set(recent.flatMap((track) => track.artistKeys))];
  const counted = await connection.execute<{
    readonly artist_key: string;
    readonly tracks: number;
  }>(sql`
    select artist.key as artist_key, (
      select count(*)::int from ${tracks}
      where ${isPlayable} and ${tracks.artistKeys} @> array[artist.key]) as tracks
    from unnest(${sql.param(artistKeys)}::text[]) as artist(key)`);
  const tracksByArtist = new Map(counted.rows.map((row) => [row.artist_key, row.tracks]));
  const ofArtists = [...tracksByArtist.values()].reduce((sum, count) => sum + count, 0);
  const { rows } = await connection.execute<{
    readonly tracks: number;
    readonly artists: number;
  }>(sql`
    with recursive artist(key) as (
      (select ${artistKey} from ${tracks} where ${isPlayable} order by ${sortKey} limit 1)
      union all
      select next.key from artist cross join lateral (
        select ${artistKey} as key from ${tracks}
        where ${isPlayable} and ${sortKey} > artist.key || ${BEHIND_ARTIST}
        order by ${sortKey} limit 1) as next)
    select
      (select count(*)::int from (
        select 1 from ${tracks} where ${isPlayable} limit ${2 * (ofArtists + recent.length + 1)}) as some_tracks
      ) as tracks,
      (select count(*)::int from (
        select 1 from artist limit ${2 * artistKeys.length}) as some_artists
      ) as artists`);
  return { tracks: rows[0]?.tracks ?? 0, artists: rows[0]?.artists ?? 0, tracksByArtist };
}

/** Compared bytewise, to match its index. */
const sortKey = sql`${tracks.sortKey} collate "C"`;
/** The folded artists of a track as displayed, which its sort key begins with. */
const artistKey = sql`split_part(${tracks.sortKey}, ${"\t"}, 1)`;
/** The character after the tab that separates artist and title in a sort key. */
const BEHIND_ARTIST = "\n";

/**
 * Gives an entry a new id everywhere it is referenced, because on-air accepts each id only once. The queue must be
 * locked.
 */
export async function renameEntry(
  transaction: Connection,
  { id, newId }: { readonly id: string; readonly newId: string },
): Promise<void> {
  await renameQueueItem(transaction, { id, newId });
  await transaction.update(requests).set({ entryId: newId }).where(eq(requests.entryId, id));
}
