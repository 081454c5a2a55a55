import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Analysis } from "@neonrelay/on-air/media-jobs";
import { ANALYSIS_VERSION } from "@neonrelay/on-air/media-jobs";
import type { Connection } from "../database/database.ts";
import { startCleanIfReplaced } from "../library/replaced-sound-store.ts";
import { tracks } from "../library/library-tables.ts";
import { planItems } from "../programme/plan-tables.ts";
import { queueItems } from "../queue/queue-tables.ts";
import type { CachedTrack } from "./cache-rules.ts";
import { musicSourceTracks } from "./music-source-tables.ts";

/** A track whose sound to fetch. */
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

/** A track that the source refuses, or whose file is no good, is tried again after this long. */
const RETRY_AFTER = sql`interval '6 hours'`;
/** The same for one that failed twice in a row: that may be the server's fault, or the network's. */
const RETRY_DOUBTED_AFTER = sql`interval '5 minutes'`;
const mayBeTried = or(isNull(musicSourceTracks.retryAt), sql`${musicSourceTracks.retryAt} < now()`);
const isListed = isNull(tracks.missingSince);

/** Ids of every track in the queue and in the plan, soonest first. */
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

/** Those of the tracks that are the source's and not in the cache, in their order. */
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

/** A track of the source that the station may play by itself and does not have yet, by chance. */
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

/** The data folder may be another one than before: the station was moved, or a backup restored. */
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

/** Its sound is here, and this was measured of it. What the source and operators say of it stays. */
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
  const { codec, bitrateKbps, sampleRateHz, channels, durationMs, cues } = analysis;
  const { integratedLufs, truePeakDbtp, loudnessRangeLu, limiterRoomDb, tagLufs } = analysis;
  const { quietestDb, dcOffset } = analysis;
  await startCleanIfReplaced(transaction, { trackId, analysis });
  await transaction
    .update(tracks)
    .set({
      codec,
      bitrateKbps,
      sampleRateHz,
      channels,
      durationMs,
      integratedLufs,
      truePeakDbtp,
      loudnessRangeLu,
      limiterRoomDb,
      quietestDb,
      dcOffset,
      tagLufs,
      cueInMs: cues?.cueInMs ?? null,
      cueOutMs: cues?.cueOutMs ?? null,
      startNextMs: cues?.startNextMs ?? null,
      analysisVersion: ANALYSIS_VERSION,
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

/** Its sound could not be fetched: the station passes it over. */
export async function saveFetchFailure(
  transaction: Connection,
  {
    trackId,
    reason,
    isDoubted,
  }: {
    readonly trackId: string;
    readonly reason: string;
    /** It may not be the fault of this track. */
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

/** Their sound has left the cache. */
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
 * The source can't be reached, or can again: its tracks that are not here can't be fetched, or can. Those that failed
 * by themselves stay as they are.
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

/** The newest reason why a track of the source could not be fetched; undefined: all could that were tried. */
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

/** Covers that tracks of the source have there and not here, by their names there. */
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

/** Gives a cover to the tracks that have it there. @param artworkName null: it can't be had, and is not asked for again */
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
