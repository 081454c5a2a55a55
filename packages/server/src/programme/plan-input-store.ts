import type { ContentKind } from "@neonrelay/contract";
import { and, asc, desc, eq, gt, gte, isNotNull, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { plays } from "../history/play-tables.ts";
import { airTimeMs } from "../library/cue-point-rules.ts";
import { tracks } from "../library/library-tables.ts";
import { isPlayable } from "../library/track-store.ts";
import { separationKeys } from "./separation-keys.ts";
import type { PlaylistPlace } from "./playlist-pool.ts";
import type { PlanTrack } from "./recent-plays.ts";

/** A track that can be planned. */
export interface KnownTrack extends PlanTrack {
  readonly artists: readonly string[];
  /** Music that the station may choose on its own. */
  readonly isRotated: boolean;
  readonly contentKind: ContentKind;
  readonly isInRotation: boolean;
}

/** How often a track was played recently, and when last. */
export interface TrackSpins {
  readonly spins: number;
  readonly lastAtMs: number;
}

/** Recent plays from a playlist. */
interface PlaylistSpins extends TrackSpins {
  /** Tracks from elsewhere since then. */
  readonly tracksSince: number;
}

/** Tracks read at once: 100,000 would block everything else for a third of a second. */
const TRACKS_AT_ONCE = 2000;

/** All tracks that can be played now, by id. */
export async function loadKnownTracks(
  connection: Connection,
): Promise<ReadonlyMap<string, KnownTrack>> {
  const known = new Map<string, KnownTrack>();
  let afterId: string | undefined;
  do {
    const rows = await listTracksAfter(connection, afterId);
    for (const { weightPercent, isInRotation, ...row } of rows)
      known.set(row.id, {
        id: row.id,
        title: row.title,
        artist: row.artist,
        artists: row.artists,
        ...separationKeys(row),
        // At least a second, so that planning terminates.
        lengthMs: Math.max(Math.round(airTimeMs(row)), 1000),
        weight: weightPercent / 100,
        isRotated: row.contentKind === "music" && isInRotation,
        contentKind: row.contentKind,
        isInRotation,
      });
    afterId = rows.length < TRACKS_AT_ONCE ? undefined : rows.at(-1)?.id;
  } while (afterId !== undefined);
  return known;
}

async function listTracksAfter(connection: Connection, afterId: string | undefined) {
  return await connection
    .select({
      id: tracks.id,
      title: tracks.title,
      artist: tracks.artist,
      artists: tracks.artists,
      album: tracks.album,
      durationMs: tracks.durationMs,
      cueInMs: tracks.cueInMs,
      cueOutMs: tracks.cueOutMs,
      startNextMs: tracks.startNextMs,
      userCueInMs: tracks.userCueInMs,
      userCueOutMs: tracks.userCueOutMs,
      userStartNextMs: tracks.userStartNextMs,
      contentKind: tracks.contentKind,
      weightPercent: tracks.weightPercent,
      isInRotation: tracks.isInRotation,
    })
    .from(tracks)
    .where(and(isPlayable, afterId === undefined ? undefined : gt(tracks.id, afterId)))
    .orderBy(asc(tracks.id))
    .limit(TRACKS_AT_ONCE);
}

/** Spins of each track since then. */
export async function loadTrackSpins(
  connection: Connection,
  sinceMs: number,
): Promise<ReadonlyMap<string, TrackSpins>> {
  const rows = await connection
    .select({
      trackId: plays.trackId,
      spins: sql`count(*)`.mapWith(Number),
      lastAtMs: sql`max(${plays.startedAtMs})`.mapWith(Number),
    })
    .from(plays)
    .where(and(gte(plays.startedAtMs, sinceMs), isNotNull(plays.trackId)))
    .groupBy(plays.trackId);
  return new Map(rows.map(({ trackId, ...spins }) => [trackId ?? "", spins]));
}

/** Plays from a playlist since then; null: none. */
export async function loadPlaylistSpins(
  connection: Connection,
  { playlistId, sinceMs }: { readonly playlistId: string; readonly sinceMs: number },
): Promise<PlaylistSpins | null> {
  const own = and(eq(plays.playlistId, playlistId), gte(plays.startedAtMs, sinceMs));
  const [row] = await connection
    .select({
      spins: sql`count(*)`.mapWith(Number),
      lastAtMs: sql`max(${plays.startedAtMs})`.mapWith(Number),
    })
    .from(plays)
    .where(own);
  if (row === undefined || row.spins === 0) return null;
  const since = sql`${plays.startedAtMs} > ${row.lastAtMs} and ${plays.kind} = 'library'`;
  return { ...row, tracksSince: await connection.$count(plays, since) };
}

/**
 * Which of these places in a playlist was played last, however long ago; null: none. Plays of an older version, and of
 * smart playlists, are known only by track.
 */
export async function findLastPlace(
  connection: Connection,
  {
    playlistId,
    trackIds,
    entryIds,
  }: {
    readonly playlistId: string;
    readonly trackIds: readonly string[];
    readonly entryIds: readonly string[] | null;
  },
): Promise<PlaylistPlace | null> {
  const entryId = sql<string | null>`${plays.planReason} ->> 'playlistEntryId'`;
  const hasTrack = sql`${plays.trackId} = any(${sql.param(trackIds)}::uuid[])`;
  const isThere =
    entryIds === null
      ? hasTrack
      : sql`case when ${entryId} is null then ${hasTrack}
          else ${entryId} = any(${sql.param(entryIds)}::text[]) end`;
  const [last] = await connection
    .select({ trackId: sql<string>`${plays.trackId}`, playlistEntryId: entryId })
    .from(plays)
    .where(and(eq(plays.playlistId, playlistId), isThere))
    .orderBy(desc(plays.startedAtMs))
    .limit(1);
  if (last === undefined) return null;
  return entryIds === null ? { ...last, playlistEntryId: null } : last;
}

/** A past play. */
export interface RecentBegin {
  readonly trackId: string;
  readonly atMs: number;
  /** Slot of the clock; null: none. */
  readonly slotId: string | null;
}

/** Plays since then, oldest first. */
export async function loadRecentBegins(
  connection: Connection,
  sinceMs: number,
): Promise<readonly RecentBegin[]> {
  const rows = await connection
    .select({
      trackId: plays.trackId,
      atMs: plays.startedAtMs,
      slotId: sql<string | null>`${plays.planReason} ->> 'slotId'`,
    })
    .from(plays)
    .where(and(gte(plays.startedAtMs, sinceMs), isNotNull(plays.trackId)))
    .orderBy(plays.startedAtMs);
  return rows.map(({ trackId, ...begin }) => ({ trackId: trackId ?? "", ...begin }));
}
