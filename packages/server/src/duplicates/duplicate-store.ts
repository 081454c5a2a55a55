import { and, asc, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { favourites } from "../favourites/favourite-tables.ts";
import { plays } from "../history/play-tables.ts";
import { deletedTracks } from "../library/deletion-tables.ts";
import { tracks } from "../library/library-tables.ts";
import { unpackPrint } from "../library/pack-print.ts";
import { soundPrints } from "../library/sound-print-tables.ts";
import { playlistTracks } from "../playlists/playlist-tables.ts";
import type { DuplicatePair } from "./duplicate-groups-rules.ts";
import { duplicatePairs, type duplicateDecisions } from "./duplicate-tables.ts";
import type { SetCues } from "./merge-rules.ts";
import type { PrintedSound } from "../library/print-likeness-rules.ts";

/** Pairs grouped at once; more appear when these are done. */
const MAX_PAIRS = 20_000;
/** Maximum tracks compared with one track, chosen by words in common. */
const MAX_CANDIDATES = 20;
const LEAST_SHARED_WORDS = 2;

export interface WaitingTrack extends PrintedSound {
  readonly id: string;
  readonly sizeBytes: number;
  readonly fingerprint: string | null;
  readonly words: readonly number[];
}

const heardMs =
  sql`coalesce(${tracks.cueOutMs}, ${tracks.durationMs}) - coalesce(${tracks.cueInMs}, 0)`.mapWith(
    Number,
  );

/** Some tracks not yet compared with the others. */
export async function listWaiting(
  connection: Connection,
  limit: number,
): Promise<readonly WaitingTrack[]> {
  const rows = await connection
    .select({
      id: tracks.id,
      sizeBytes: tracks.sizeBytes,
      fingerprint: tracks.fingerprint,
      heardMs,
      print: soundPrints.print,
      words: soundPrints.words,
    })
    .from(soundPrints)
    .innerJoin(tracks, eq(tracks.id, soundPrints.trackId))
    .where(sql`not ${soundPrints.isCompared}`)
    .orderBy(asc(soundPrints.trackId))
    .limit(limit);
  return rows.map(({ print, ...row }) => ({ ...row, print: printOf(print) }));
}

export async function countWaiting(connection: Connection): Promise<number> {
  return await connection.$count(soundPrints, sql`not ${soundPrints.isCompared}`);
}

/** Tracks with identical files. */
export async function listSameFiles(
  connection: Connection,
  { id, sizeBytes, fingerprint }: WaitingTrack,
): Promise<readonly string[]> {
  if (fingerprint === null) return [];
  const rows = await connection
    .select({ id: tracks.id })
    .from(tracks)
    .where(
      and(
        eq(tracks.sizeBytes, sizeBytes),
        eq(tracks.fingerprint, fingerprint),
        eq(tracks.kind, "file"),
        ne(tracks.id, id),
      ),
    );
  return rows.map((row) => row.id);
}

/** Tracks that may sound the same: those with the most words in common. */
export async function listCandidates(
  connection: Connection,
  { id, words }: WaitingTrack,
): Promise<readonly (PrintedSound & { readonly id: string })[]> {
  if (words.length === 0) return [];
  const wanted = sql`${sql.param(words)}::integer[]`;
  const shared = sql`cardinality(array(select unnest(${soundPrints.words}) intersect select unnest(${wanted})))`;
  const rows = await connection
    .select({ id: tracks.id, heardMs, print: soundPrints.print })
    .from(soundPrints)
    .innerJoin(tracks, eq(tracks.id, soundPrints.trackId))
    .where(
      and(
        sql`${soundPrints.words} && ${wanted}`,
        ne(soundPrints.trackId, id),
        sql`${shared} >= ${LEAST_SHARED_WORDS}`,
      ),
    )
    .orderBy(sql`${shared} desc`, asc(soundPrints.trackId))
    .limit(MAX_CANDIDATES);
  return rows.map(({ print, ...row }) => ({ ...row, print: printOf(print) }));
}

/** Stores a track's matches; replaces earlier undecided ones. */
export async function savePairs(
  transaction: Connection,
  trackId: string,
  found: ReadonlyMap<string, number>,
): Promise<void> {
  await transaction
    .delete(duplicatePairs)
    .where(
      and(
        or(eq(duplicatePairs.trackId, trackId), eq(duplicatePairs.otherId, trackId)),
        isNull(duplicatePairs.decision),
      ),
    );
  if (found.size > 0)
    await transaction
      .insert(duplicatePairs)
      .values([...found].map(([other, agreement]) => ({ ...inOrder(trackId, other), agreement })))
      .onConflictDoNothing();
  await transaction
    .update(soundPrints)
    .set({ isCompared: true })
    .where(eq(soundPrints.trackId, trackId));
}

/** Undecided pairs, newest first; a pair of missing tracks is left out, as is one with a deleted track. */
export async function listPairs(connection: Connection): Promise<readonly DuplicatePair[]> {
  const rows = await connection.execute<{ track_id: string; other_id: string; agreement: number }>(
    sql`
      select track_id, other_id, agreement from ${duplicatePairs} as pair
      join ${tracks} as one on one.id = pair.track_id
      join ${tracks} as other on other.id = pair.other_id
      where pair.decision is null and (one.missing_since is null or other.missing_since is null)
        and not exists (select from ${deletedTracks} where track_id = pair.track_id)
        and not exists (select from ${deletedTracks} where track_id = pair.other_id)
      order by pair.found_at desc, pair.track_id, pair.other_id
      limit ${MAX_PAIRS}`,
  );
  return rows.rows.map(({ track_id: trackId, other_id: otherId, agreement }) => ({
    trackId,
    otherId,
    agreement,
  }));
}

export type StoredDuplicate = Awaited<ReturnType<typeof listDuplicateTracks>>[number];

/** Tracks with the details that distinguish their copies. */
export async function listDuplicateTracks(connection: Connection, trackIds: readonly string[]) {
  return await connection
    .select({
      id: tracks.id,
      title: tracks.title,
      artist: tracks.artist,
      album: tracks.album,
      artworkName: tracks.artworkName,
      path: tracks.path,
      codec: tracks.codec,
      bitrateKbps: tracks.bitrateKbps,
      sampleRateHz: tracks.sampleRateHz,
      durationMs: tracks.durationMs,
      sizeBytes: tracks.sizeBytes,
      fingerprint: tracks.fingerprint,
      addedAt: tracks.createdAt,
      missingSince: tracks.missingSince,
      isInRotation: tracks.isInRotation,
      plays: countOf(plays),
      playlists: countOf(playlistTracks, sql`distinct counted.playlist_id`),
      favourites: countOf(favourites),
    })
    .from(tracks)
    .where(sql`${tracks.id} = any(${sql.param(trackIds)}::uuid[])`);
}

interface LockedTrack extends SetCues {
  readonly isMissing: boolean;
  readonly isInRotation: boolean;
  readonly durationMs: number;
  readonly cueInMs: number | null;
  readonly cueOutMs: number | null;
  readonly startNextMs: number | null;
}

/** Those that are files of the library, locked until the transaction ends. */
export async function lockTracks(
  transaction: Connection,
  trackIds: readonly string[],
): Promise<ReadonlyMap<string, LockedTrack>> {
  const rows = await transaction
    .select({
      id: tracks.id,
      missingSince: tracks.missingSince,
      isInRotation: tracks.isInRotation,
      durationMs: tracks.durationMs,
      cueInMs: tracks.cueInMs,
      cueOutMs: tracks.cueOutMs,
      startNextMs: tracks.startNextMs,
      userCueInMs: tracks.userCueInMs,
      userCueOutMs: tracks.userCueOutMs,
      userStartNextMs: tracks.userStartNextMs,
      userFadeInMs: tracks.userFadeInMs,
      userFadeOutMs: tracks.userFadeOutMs,
      userGainDb: tracks.userGainDb,
    })
    .from(tracks)
    .where(and(sql`${tracks.id} = any(${sql.param(trackIds)}::uuid[])`, eq(tracks.kind, "file")))
    .orderBy(asc(tracks.id))
    .for("update");
  return new Map(
    rows.map(({ missingSince, ...track }) => [
      track.id,
      { ...track, isMissing: missingSince !== null },
    ]),
  );
}

/** Undecided pairs within these tracks. */
export async function listPairsAmong(
  transaction: Connection,
  trackIds: readonly string[],
): Promise<readonly DuplicatePair[]> {
  const ids = sql`${sql.param(trackIds)}::uuid[]`;
  return await transaction
    .select({
      trackId: duplicatePairs.trackId,
      otherId: duplicatePairs.otherId,
      agreement: duplicatePairs.agreement,
    })
    .from(duplicatePairs)
    .where(
      and(
        isNull(duplicatePairs.decision),
        sql`${duplicatePairs.trackId} = any(${ids})`,
        sql`${duplicatePairs.otherId} = any(${ids})`,
      ),
    );
}

/** Records decisions about pairs, found or not. */
export async function decidePairs(
  transaction: Connection,
  {
    pairs,
    decision,
    decidedBy,
  }: {
    readonly pairs: readonly { readonly trackId: string; readonly otherId: string }[];
    readonly decision: (typeof duplicateDecisions)[number];
    readonly decidedBy: string;
  },
): Promise<void> {
  if (pairs.length === 0) return;
  const decided = { decision, decidedBy, decidedAt: sql`now()` };
  await transaction
    .insert(duplicatePairs)
    .values(
      pairs.map((pair) => ({ ...inOrder(pair.trackId, pair.otherId), agreement: 0, ...decided })),
    )
    .onConflictDoUpdate({
      target: [duplicatePairs.trackId, duplicatePairs.otherId],
      set: decided,
    });
}

/** A merged track loses favourites that the kept track already has, and leaves the rotation. */
export async function retireTrack(transaction: Connection, trackId: string): Promise<void> {
  await transaction.delete(favourites).where(eq(favourites.trackId, trackId));
  await transaction.update(tracks).set({ isInRotation: false }).where(eq(tracks.id, trackId));
}

/** Tracks that a merge took out of the rotation. */
export async function returnToRotation(
  transaction: Connection,
  trackIds: readonly string[],
): Promise<void> {
  await transaction
    .update(tracks)
    .set({ isInRotation: true })
    .where(sql`${tracks.id} = any(${sql.param(trackIds)}::uuid[])`);
}

/** The track's rows in a table, or the distinct values in them. */
function countOf(table: typeof plays | typeof playlistTracks | typeof favourites, what = sql`*`) {
  return sql`(select count(${what}) from ${table} as counted where counted.track_id = "tracks"."id")`.mapWith(
    Number,
  );
}

function printOf(packed: Buffer | null): Uint32Array {
  return packed === null ? new Uint32Array(0) : unpackPrint(packed);
}

/** A pair has the smaller id first, so it exists only once. */
function inOrder(one: string, other: string): { trackId: string; otherId: string } {
  return one < other ? { trackId: one, otherId: other } : { trackId: other, otherId: one };
}
