import { ANALYSIS_VERSION } from "@neonrelay/on-air/media-jobs";
import { and, desc, eq, gt, isNotNull, isNull, ne, not, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Connection } from "../database/database.ts";
import { deletedTracks } from "./deletion-tables.ts";
import { refusedFiles, tracks } from "./library-tables.ts";
import type { MovedFile } from "./moved-folder-rules.ts";
import type { NewTrack } from "./track-store.ts";

/** A track whose file may be recognised by size. */
interface SizedTrack {
  readonly id: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly fingerprint: string;
  readonly modifiedAtMs: number;
  readonly isMissing: boolean;
}

/**
 * Moves everything attached to a copy of a track to the track. Provided by the features whose tables reference tracks.
 */
export type MoveBelongings = (
  transaction: Connection,
  tracks: { readonly trackId: string; readonly copyId: string },
) => Promise<void>;

/** Maximum tracks of the given sizes to compare with new files. */
const MAX_CANDIDATES = 20_000;
/** A path that no file can have, for a track whose place another took. */
const parkedPath = sql`'gone:' || ${tracks.id}`;

/** A deleted track whose file still is in a music folder: it stays deleted wherever the file moves. */
const isKeptOut = sql`exists (
  select from ${deletedTracks} where ${deletedTracks.trackId} = ${tracks.id} and ${deletedTracks.state} <> 'trashed')`;

/** Tracks of files with one of these sizes, missing ones first. */
export async function listTracksOfSizes(
  connection: Connection,
  sizes: readonly number[],
): Promise<readonly SizedTrack[]> {
  const rows = await connection
    .select({
      id: tracks.id,
      path: tracks.path,
      sizeBytes: tracks.sizeBytes,
      fingerprint: tracks.fingerprint,
      modifiedAtMs: tracks.modifiedAtMs,
      missingSince: tracks.missingSince,
    })
    .from(tracks)
    .where(
      and(
        sql`${tracks.sizeBytes} = any(${sql.param(sizes)}::bigint[])`,
        isNotNull(tracks.fingerprint),
      ),
    )
    .orderBy(sql`${tracks.missingSince} desc nulls last`)
    .limit(MAX_CANDIDATES);
  return rows.flatMap(({ fingerprint, missingSince, ...row }) =>
    fingerprint === null ? [] : { ...row, fingerprint, isMissing: missingSince !== null },
  );
}

/** Gives tracks new paths; a track that had such a path before becomes missing. */
export async function moveTracks(
  transaction: Connection,
  moves: readonly {
    readonly trackId: string;
    readonly path: string;
    readonly modifiedAtMs: number;
  }[],
): Promise<void> {
  if (moves.length === 0) return;
  const ids = sql.param(moves.map(({ trackId }) => trackId));
  const paths = sql.param(moves.map(({ path }) => path));
  const times = sql.param(moves.map(({ modifiedAtMs }) => modifiedAtMs));
  await park(
    transaction,
    sql`${tracks.path} = any(${paths}::text[]) or ${tracks.id} = any(${ids}::uuid[])`,
  );
  await transaction.execute(sql`
    update ${tracks} set path = moved.path, modified_at_ms = moved.modified_at_ms,
      missing_since = case when ${isKeptOut} then ${tracks.missingSince} end
    from unnest(${ids}::uuid[], ${paths}::text[], ${times}::double precision[])
      as moved (id, path, modified_at_ms)
    where ${tracks.id} = moved.id`);
  await transaction.delete(refusedFiles).where(sql`${refusedFiles.path} = any(${paths}::text[])`);
}

/**
 * Call before saving a track: a missing track that sounds the same gets its path, and keeps its identity with the new
 * tags. The track that had the path becomes missing, unless it sounds the same.
 */
export async function reviveMissing(transaction: Connection, track: NewTrack): Promise<void> {
  const [holder] = await transaction
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.path, track.path), isSameMusic(track)));
  if (holder !== undefined) return;
  const [missing] = await transaction
    .select({ id: tracks.id })
    .from(tracks)
    .where(
      and(
        isNotNull(tracks.missingSince),
        eq(tracks.kind, "file"),
        ne(tracks.path, track.path),
        not(isKeptOut),
        isSameMusic(track),
      ),
    )
    .orderBy(desc(tracks.missingSince))
    .limit(1)
    .for("update");
  if (missing === undefined) return;
  await park(transaction, eq(tracks.path, track.path));
  await transaction.update(tracks).set({ path: track.path }).where(eq(tracks.id, missing.id));
}

/**
 * Handles files that were copied elsewhere and then removed: the original's track takes the path of its copy and
 * everything attached to the copy since, and the copy's track is removed.
 * @param gonePaths paths of files that no longer exist
 * @returns the id of each track by that of its copy, and the old and new paths of their files
 */
export async function takePlacesOfCopies(
  transaction: Connection,
  {
    gonePaths,
    moveBelongings,
  }: { readonly gonePaths: readonly string[]; readonly moveBelongings: MoveBelongings },
): Promise<{
  readonly merged: ReadonlyMap<string, string>;
  readonly moves: readonly MovedFile[];
}> {
  const copy = alias(tracks, "copy");
  const pairs = await transaction
    .select({
      trackId: tracks.id,
      from: tracks.path,
      copyId: copy.id,
      path: copy.path,
      modifiedAtMs: copy.modifiedAtMs,
    })
    .from(tracks)
    .innerJoin(
      copy,
      and(eq(copy.sizeBytes, tracks.sizeBytes), eq(copy.fingerprint, tracks.fingerprint)),
    )
    .where(
      and(
        sql`${tracks.path} = any(${sql.param(gonePaths)}::text[])`,
        isNull(copy.missingSince),
        sql`not ${copy.path} = any(${sql.param(gonePaths)}::text[])`,
        gt(copy.createdAt, tracks.createdAt),
        gt(copy.createdAt, sql`now() - interval '7 days'`),
      ),
    )
    .orderBy(copy.createdAt);
  const taken = new Set<string>();
  const merged = new Map<string, string>();
  const moves: Parameters<typeof moveTracks>[1][number][] = [];
  const moved: MovedFile[] = [];
  for (const { trackId, from, copyId, ...place } of pairs) {
    if (taken.has(trackId) || taken.has(copyId)) continue;
    taken.add(trackId).add(copyId);
    await moveBelongings(transaction, { trackId, copyId });
    await transaction.delete(tracks).where(eq(tracks.id, copyId));
    merged.set(copyId, trackId);
    moves.push({ trackId, ...place });
    moved.push({ from, to: place.path });
  }
  await moveTracks(transaction, moves);
  return { merged, moves: moved };
}

/** Present tracks without a fingerprint, ordered. @param afterId where the last list ended */
export async function listWithoutFingerprint(
  connection: Connection,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): Promise<readonly { readonly id: string; readonly path: string; readonly sizeBytes: number }[]> {
  return await connection
    .select({ id: tracks.id, path: tracks.path, sizeBytes: tracks.sizeBytes })
    .from(tracks)
    .where(
      and(
        eq(tracks.kind, "file"),
        isNull(tracks.missingSince),
        isNull(tracks.fingerprint),
        afterId === null ? undefined : gt(tracks.id, afterId),
      ),
    )
    .orderBy(tracks.id)
    .limit(limit);
}

export async function saveFingerprint(
  connection: Connection,
  { id, fingerprint }: { readonly id: string; readonly fingerprint: string },
): Promise<void> {
  await connection.update(tracks).set({ fingerprint }).where(eq(tracks.id, id));
}

async function park(transaction: Connection, which: SQL): Promise<void> {
  await transaction
    .update(tracks)
    .set({ path: parkedPath, missingSince: sql`coalesce(${tracks.missingSince}, now())` })
    .where(which);
}

/**
 * The same file, or the same sound with other tags: measurements of the whole track agree to the last digit. Silence
 * has no loudness, so it never matches.
 */
function isSameMusic(track: NewTrack) {
  const isSameFile = and(
    eq(tracks.sizeBytes, track.sizeBytes),
    sql`${tracks.fingerprint} = ${track.fingerprint}`,
  );
  const { integratedLufs, truePeakDbtp, loudnessRangeLu, limiterRoomDb } = track;
  const isSameSound = and(
    eq(tracks.durationMs, track.durationMs),
    eq(tracks.codec, track.codec),
    eq(tracks.sampleRateHz, track.sampleRateHz),
    eq(tracks.channels, track.channels),
    eq(tracks.analysisVersion, ANALYSIS_VERSION),
    sql`${tracks.integratedLufs} = ${integratedLufs}::real`,
    sql`${tracks.truePeakDbtp} is not distinct from ${truePeakDbtp}::real`,
    sql`${tracks.loudnessRangeLu} is not distinct from ${loudnessRangeLu}::real`,
    sql`${tracks.limiterRoomDb} is not distinct from ${limiterRoomDb}::real`,
  );
  return or(isSameFile, isSameSound);
}
