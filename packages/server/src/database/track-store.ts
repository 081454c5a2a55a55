import type { TrackSort } from "@neonrelay/contract";
import { and, asc, count, desc, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Connection } from "./database.ts";
import { refusedFiles, tracks } from "./schema.ts";

export type StoredTrack = typeof tracks.$inferSelect;
export type NewTrack = Omit<typeof tracks.$inferInsert, "createdAt" | "missingSince">;

/** A file the library has met, with what tells whether it changed since. */
export interface KnownFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  readonly status: "track" | "missing" | "refused";
}

export interface TrackPage {
  readonly tracks: readonly StoredTrack[];
  /** Of the whole list, not of this page. */
  readonly total: number;
  readonly hasMore: boolean;
}

/** Has a file that was there when last looked; somebody else's stream can't be played yet. */
export const isPlayable = and(isNull(tracks.missingSince), eq(tracks.kind, "file"));

const SEARCH_LIMIT = 100;
/** Below three letters there are no trigrams to compare. */
const SHORTEST_FUZZY_LENGTH = 3;

/**
 * One page of the library.
 * @param folded the search, folded like the search text; '' for everything
 * @param afterId the last track of the page before; one that is gone starts from the beginning
 */
export async function listTracks(
  connection: Connection,
  {
    folded,
    afterId,
    limit,
    sort,
  }: {
    readonly folded: string;
    readonly afterId: string | null;
    readonly limit: number;
    readonly sort: TrackSort;
  },
): Promise<TrackPage> {
  const matches = and(isNull(tracks.missingSince), folded === "" ? undefined : matching(folded));
  const rows = await connection
    .select()
    .from(tracks)
    .where(and(matches, afterId === null ? undefined : isAfter(afterId, sort)))
    .orderBy(...orderOf(sort))
    .limit(limit + 1);
  const [counted] = await connection.select({ total: count() }).from(tracks).where(matches);
  return {
    tracks: rows.slice(0, limit),
    total: counted?.total ?? 0,
    hasMore: rows.length > limit,
  };
}

/** At most 100 tracks, the best match first. */
export async function searchTracks(
  connection: Connection,
  folded: string,
): Promise<readonly StoredTrack[]> {
  if (folded === "") return [];
  return await connection
    .select()
    .from(tracks)
    .where(and(isNull(tracks.missingSince), matching(folded)))
    .orderBy(
      sql`${tracks.searchText} like ${containing(folded)} desc`,
      sql`word_similarity(${folded}, ${tracks.searchText}) desc`,
      sql`${tracks.sortKey} collate "C"`,
    )
    .limit(SEARCH_LIMIT);
}

export async function findTrack(
  connection: Connection,
  trackId: string,
): Promise<StoredTrack | null> {
  const [track] = await connection.select().from(tracks).where(eq(tracks.id, trackId));
  return track ?? null;
}

export async function findTracks(
  connection: Connection,
  trackIds: readonly string[],
): Promise<ReadonlyMap<string, StoredTrack>> {
  if (trackIds.length === 0) return new Map();
  const rows = await connection
    .select()
    .from(tracks)
    .where(inArray(tracks.id, [...trackIds]));
  return new Map(rows.map((track) => [track.id, track]));
}

/** Playable tracks in random order. */
export async function randomTracks(
  connection: Connection,
  limit: number,
): Promise<readonly StoredTrack[]> {
  return await connection
    .select()
    .from(tracks)
    .where(isPlayable)
    .orderBy(sql`random()`)
    .limit(limit);
}

export async function countUsableTracks(connection: Connection): Promise<number> {
  return await connection.$count(tracks, isPlayable);
}

export async function listKnownFiles(connection: Connection): Promise<readonly KnownFile[]> {
  const kept = await connection
    .select({
      path: tracks.path,
      sizeBytes: tracks.sizeBytes,
      modifiedAtMs: tracks.modifiedAtMs,
      missingSince: tracks.missingSince,
    })
    .from(tracks);
  const refused = await connection
    .select({
      path: refusedFiles.path,
      sizeBytes: refusedFiles.sizeBytes,
      modifiedAtMs: refusedFiles.modifiedAtMs,
    })
    .from(refusedFiles);
  return [
    ...kept.map(({ missingSince, ...file }): KnownFile => ({
      ...file,
      status: missingSince === null ? "track" : "missing",
    })),
    ...refused.map((file): KnownFile => ({ ...file, status: "refused" })),
  ];
}

/** Adds the track of a file, or replaces what is known of that file; the id of a known file stays. */
export async function saveTrack(connection: Connection, track: NewTrack): Promise<void> {
  const { id: _id, path: _path, ...fields } = track;
  await connection
    .insert(tracks)
    .values(track)
    .onConflictDoUpdate({ target: tracks.path, set: { ...fields, missingSince: null } });
  await connection.delete(refusedFiles).where(eq(refusedFiles.path, track.path));
}

/** Remembers that a file is no track; a track made of it earlier leaves the rotation. */
export async function saveRefusedFile(
  connection: Connection,
  file: typeof refusedFiles.$inferInsert,
): Promise<void> {
  const { path, ...fields } = file;
  await connection
    .insert(refusedFiles)
    .values(file)
    .onConflictDoUpdate({
      target: refusedFiles.path,
      set: { ...fields, refusedAt: sql`now()` },
    });
  await connection
    .update(tracks)
    .set({ missingSince: sql`now()` })
    .where(and(eq(tracks.path, path), isNull(tracks.missingSince)));
}

export async function listRefusedFiles(
  connection: Connection,
): Promise<readonly { readonly path: string; readonly reason: string }[]> {
  return await connection
    .select({ path: refusedFiles.path, reason: refusedFiles.reason })
    .from(refusedFiles)
    .orderBy(asc(refusedFiles.path));
}

export async function markFilesMissing(
  connection: Connection,
  paths: readonly string[],
): Promise<void> {
  await connection
    .update(tracks)
    .set({ missingSince: sql`now()` })
    .where(
      and(sql`${tracks.path} = any(${sql.param(paths)}::text[])`, isNull(tracks.missingSince)),
    );
  await connection
    .delete(refusedFiles)
    .where(sql`${refusedFiles.path} = any(${sql.param(paths)}::text[])`);
}

/** The files are there again, unchanged. */
export async function markFilesFound(
  connection: Connection,
  paths: readonly string[],
): Promise<void> {
  await connection
    .update(tracks)
    .set({ missingSince: null })
    .where(sql`${tracks.path} = any(${sql.param(paths)}::text[])`);
}

/** The search text begins with the title. Every order ends with the id, so that no two tracks are equal. */
function orderOf(sort: TrackSort): readonly [SQL, SQL] {
  switch (sort) {
    case "artist":
      return [sql`${tracks.sortKey} collate "C"`, asc(tracks.id)];
    case "title":
      return [sql`${tracks.searchText} collate "C"`, asc(tracks.id)];
    case "added":
      return [desc(tracks.createdAt), desc(tracks.id)];
    default:
      return sort satisfies never;
  }
}

function isAfter(trackId: string, sort: TrackSort): SQL {
  const keyOf = (column: PgColumn): SQL =>
    sql`(select ${column} from ${tracks} where ${tracks.id} = ${trackId})`;
  const isBehind = (column: PgColumn): SQL =>
    sql`(${column} collate "C", ${tracks.id}) > (coalesce(${keyOf(column)}, '') collate "C", ${trackId}::uuid)`;
  switch (sort) {
    case "artist":
      return isBehind(tracks.sortKey);
    case "title":
      return isBehind(tracks.searchText);
    case "added":
      return sql`(${tracks.createdAt}, ${tracks.id}) < (coalesce(${keyOf(tracks.createdAt)}, 'infinity'), ${trackId}::uuid)`;
    default:
      return sort satisfies never;
  }
}

function matching(folded: string): SQL | undefined {
  if (folded.length < SHORTEST_FUZZY_LENGTH) {
    return or(
      sql`${tracks.searchText} like ${`${escapeLike(folded)}%`}`,
      sql`${tracks.searchText} like ${`% ${escapeLike(folded)}%`}`,
    );
  }
  return or(
    sql`${tracks.searchText} like ${containing(folded)}`,
    sql`${folded}::text <% ${tracks.searchText}`,
  );
}

function containing(folded: string): string {
  return `%${escapeLike(folded)}%`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
