import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Analysis } from "@neonrelay/on-air/media-jobs";
import type { Connection } from "../database/database.ts";
import { soundColumns } from "../library/store-file.ts";
import { startCleanIfReplaced } from "../library/replaced-sound-store.ts";
import { tracks } from "../library/library-tables.ts";
import { planItems } from "../programme/plan-tables.ts";
import { queueItems } from "../queue/queue-tables.ts";
import type { CachedTrack } from "./cache-rules.ts";
import { musicSourceTracks } from "./music-source-tables.ts";

/** A track whose sound is to be fetched. */
export interface AwayTrack {
  readonly trackId: string;
  readonly remoteId: string;
  readonly path: string;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number;
  readonly remoteBytes: number | null;
  readonly extension: string;
  readonly coverId: string | null;
  readonly artworkName: string | null;
}

const awayColumns = {
  trackId: tracks.id,
  remoteId: musicSourceTracks.remoteId,
  path: tracks.path,
  title: tracks.title,
  artist: tracks.artist,
  durationMs: tracks.durationMs,
  remoteBytes: musicSourceTracks.remoteBytes,
  extension: musicSourceTracks.extension,
  coverId: musicSourceTracks.coverId,
  artworkName: tracks.artworkName,
};

/** Retry interval for a track that the source refuses, or whose file is bad. */
const RETRY_AFTER = sql`interval '6 hours'`;
/** Retry interval after two consecutive failures that may be the server's or the network's fault. */
const RETRY_DOUBTED_AFTER = sql`interval '5 minutes'`;
const mayBeTried = or(isNull(musicSourceTracks.retryAt), sql`${musicSourceTracks.retryAt} < now()`);
const isListed = isNull(tracks.missingSince);

/** Ids of all tracks in the queue and the plan, soonest first. */
export async function listWantedTracks(connection: Connection): Promise<readonly string[]> {
  const queued = await connection
    .select({ id: queueItems.trackId })
    .from(queueItems)
    .orderBy(asc(queueItems.position));
  const planned = await connection
    .select({ id: planItems.trackId })
    .from(planItems)
    .orderBy(asc(planItems.position));
  return [...new Set([...queued, ...planned].map(({ id }) => id))];
}

/** The given tracks that belong to the source and are not cached, in the given order. */
export async function listAwayTracks(
  connection: Connection,
  { sourceId, trackIds }: { readonly sourceId: string; readonly trackIds: readonly string[] },
): Promise<readonly AwayTrack[]> {
  if (trackIds.length === 0) return [];
  return await connection
    .select(awayColumns)
    .from(musicSourceTracks)
    .innerJoin(tracks, eq(tracks.id, musicSourceTracks.trackId))
    .where(
      and(
        eq(musicSourceTracks.sourceId, sourceId),
        sql`${tracks.id} = any(${sql.param(trackIds)}::uuid[])`,
        sql`${tracks.sound} <> 'here'`,
        mayBeTried,
        isListed,
      ),
    )
    .orderBy(sql`array_position(${sql.param(trackIds)}::uuid[], ${tracks.id})`);
}

/** A random uncached track of the source that the station may play on its own. */
export async function drawAwayTrack(
  connection: Connection,
  sourceId: string,
): Promise<AwayTrack | undefined> {
  const [drawn] = await connection
    .select(awayColumns)
    .from(musicSourceTracks)
    .innerJoin(tracks, eq(tracks.id, musicSourceTracks.trackId))
    .where(
      and(
        eq(musicSourceTracks.sourceId, sourceId),
        sql`${tracks.sound} <> 'here'`,
        eq(tracks.contentKind, "music"),
        tracks.isInRotation,
        mayBeTried,
        isListed,
      ),
    )
    .orderBy(sql`random()`)
    .limit(1);
  return drawn;
}

export async function listCachedTracks(
  connection: Connection,
  sourceId: string,
): Promise<readonly (CachedTrack & { readonly path: string })[]> {
  const rows = await connection
    .select({
      trackId: tracks.id,
      path: tracks.path,
      sizeBytes: tracks.sizeBytes,
      fetchedAt: musicSourceTracks.fetchedAt,
      playedAt: musicSourceTracks.playedAt,
    })
    .from(musicSourceTracks)
    .innerJoin(tracks, eq(tracks.id, musicSourceTracks.trackId))
    .where(
      and(
        eq(musicSourceTracks.sourceId, sourceId),
        isNotNull(musicSourceTracks.fetchedAt),
        eq(tracks.sound, "here"),
      ),
    );
  return rows.map(({ fetchedAt, playedAt, ...row }) => ({
    ...row,
    fetchedAtMs: fetchedAt?.getTime() ?? 0,
    playedAtMs: playedAt?.getTime() ?? null,
  }));
}

/** Updates paths in case the data folder changed: the station moved, or a backup was restored. */
export async function savePlaces(
  connection: Connection,
  { sourceId, folder }: { readonly sourceId: string; readonly folder: string },
): Promise<void> {
  const place = sql`${folder}::text || '/' || ${tracks.id} || ${musicSourceTracks.extension}`;
  await connection.execute(sql`
    update ${tracks} set path = ${place} from ${musicSourceTracks}
    where ${musicSourceTracks.trackId} = ${tracks.id} and ${musicSourceTracks.sourceId} = ${sourceId}
      and ${tracks.path} not like ${`${folder.replaceAll(/[\\%_]/g, "\\$&")}/%`}`);
}

/** Stores the measurements of a fetched sound. Data from the source and operators stays. */
export async function saveFetched(
  transaction: Connection,
  {
    trackId,
    analysis,
    file,
    artworkName,
  }: {
    readonly trackId: string;
    readonly analysis: Analysis;
    readonly file: { readonly sizeBytes: number; readonly modifiedAtMs: number };
    readonly artworkName: string | null;
  },
): Promise<void> {
  await startCleanIfReplaced(transaction, { trackId, analysis });
  await transaction
    .update(tracks)
    .set({
      ...soundColumns(analysis),
      artworkName: sql`coalesce(${tracks.artworkName}, ${artworkName}::text)`,
      sound: "here",
      ...file,
    })
    .where(eq(tracks.id, trackId));
  await transaction
    .update(musicSourceTracks)
    .set({ fetchedAt: sql`now()`, failedAt: null, retryAt: null, failure: null })
    .where(eq(musicSourceTracks.trackId, trackId));
}

/** Marks a track whose sound could not be fetched: the station skips it. */
export async function saveFetchFailure(
  transaction: Connection,
  {
    trackId,
    reason,
    isDoubted,
  }: {
    readonly trackId: string;
    readonly reason: string;
    /** The fault may not be this track's. */
    readonly isDoubted: boolean;
  },
): Promise<void> {
  const retryAt = sql`now() + ${isDoubted ? RETRY_DOUBTED_AFTER : RETRY_AFTER}`;
  await transaction.update(tracks).set({ sound: "out-of-reach" }).where(eq(tracks.id, trackId));
  await transaction
    .update(musicSourceTracks)
    .set({ failedAt: sql`now()`, retryAt, failure: reason })
    .where(eq(musicSourceTracks.trackId, trackId));
}

/** Marks tracks as evicted from the cache. */
export async function saveEvicted(
  transaction: Connection,
  trackIds: readonly string[],
): Promise<void> {
  const ids = sql.param(trackIds);
  await transaction
    .update(tracks)
    .set({ sound: "away", sizeBytes: 0 })
    .where(sql`${tracks.id} = any(${ids}::uuid[])`);
  await transaction
    .update(musicSourceTracks)
    .set({ fetchedAt: null })
    .where(sql`${musicSourceTracks.trackId} = any(${ids}::uuid[])`);
}

/**
 * Records whether the source can be reached: marks its uncached tracks accordingly, except those that failed on their
 * own.
 * @returns how many changed
 */
export async function saveReach(
  connection: Connection,
  { sourceId, isReached }: { readonly sourceId: string; readonly isReached: boolean },
): Promise<number> {
  const [before, after] = isReached ? ["out-of-reach", "away"] : ["away", "out-of-reach"];
  const { rows } = await connection.execute(sql`
    update ${tracks} set sound = ${after} from ${musicSourceTracks}
    where ${musicSourceTracks.trackId} = ${tracks.id} and ${musicSourceTracks.sourceId} = ${sourceId}
      and ${musicSourceTracks.failedAt} is null and ${tracks.sound} = ${before}
    returning ${tracks.id}`);
  return rows.length;
}

export async function recordPlayed(connection: Connection, trackId: string): Promise<void> {
  await connection
    .update(musicSourceTracks)
    .set({ playedAt: sql`now()` })
    .where(eq(musicSourceTracks.trackId, trackId));
}

/** The latest reason why a track of the source could not be fetched; undefined when there is none. */
export async function findLastFailure(
  connection: Connection,
  sourceId: string,
): Promise<{ readonly title: string; readonly reason: string } | undefined> {
  const [last] = await connection
    .select({ title: tracks.title, reason: musicSourceTracks.failure })
    .from(musicSourceTracks)
    .innerJoin(tracks, eq(tracks.id, musicSourceTracks.trackId))
    .where(and(eq(musicSourceTracks.sourceId, sourceId), isNotNull(musicSourceTracks.failedAt)))
    .orderBy(sql`${musicSourceTracks.failedAt} desc`)
    .limit(1);
  return last === undefined ? undefined : { title: last.title, reason: last.reason ?? "" };
}

/** Covers that tracks of the source have there but not here, by their remote names. */
export async function listWantedCovers(
  connection: Connection,
  { sourceId, limit }: { readonly sourceId: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await connection
    .selectDistinct({ coverId: musicSourceTracks.coverId })
    .from(musicSourceTracks)
    .innerJoin(tracks, eq(tracks.id, musicSourceTracks.trackId))
    .where(
      and(
        eq(musicSourceTracks.sourceId, sourceId),
        isNotNull(musicSourceTracks.coverId),
        isNull(tracks.artworkName),
        isListed,
      ),
    )
    .orderBy(musicSourceTracks.coverId)
    .limit(limit);
  return rows.flatMap(({ coverId }) => (coverId === null ? [] : [coverId]));
}

/**
 * Gives a fetched cover to the tracks that have it at the source.
 * @param artworkName null: it can't be fetched, and is not asked for again
 */
export async function saveCover(
  connection: Connection,
  {
    sourceId,
    coverId,
    artworkName,
  }: {
    readonly sourceId: string;
    readonly coverId: string;
    readonly artworkName: string | null;
  },
): Promise<void> {
  const ofCover = and(
    eq(musicSourceTracks.sourceId, sourceId),
    eq(musicSourceTracks.coverId, coverId),
  );
  if (artworkName === null) {
    await connection.update(musicSourceTracks).set({ coverId: null }).where(ofCover);
    return;
  }
  await connection.execute(sql`
    update ${tracks} set artwork_name = ${artworkName} from ${musicSourceTracks}
    where ${musicSourceTracks.trackId} = ${tracks.id} and ${musicSourceTracks.sourceId} = ${sourceId}
      and ${musicSourceTracks.coverId} = ${coverId} and ${tracks.artworkName} is null`);
}
