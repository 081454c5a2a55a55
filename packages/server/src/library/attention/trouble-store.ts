import type { TrackTrouble } from "@neonrelay/contract";
import { ANALYSIS_VERSION } from "@neonrelay/on-air/media-jobs";
import { and, asc, count, eq, isNull, lt, ne, sql, type SQL } from "drizzle-orm";
import type { Connection } from "../../database/database.ts";
import { tracks } from "../library-tables.ts";
import { foundTroubles } from "../trouble-tables.ts";

/** A trouble of a track that is in the library. */
interface StoredTrouble {
  readonly trackId: string;
  readonly title: string;
  readonly artist: string;
  readonly path: string;
  readonly durationMs: number;
  readonly trouble: TrackTrouble;
  readonly amount: number;
  readonly atMs: number | null;
}

/** A trouble as found when the file was read. */
interface FoundTrouble {
  readonly kind: TrackTrouble;
  readonly amount: number;
  readonly atMs: number | null;
}

/** Replaces the troubles of a track with those just found; one that is found again stays accepted. */
export async function saveTroubles(
  transaction: Connection,
  { path, troubles }: { readonly path: string; readonly troubles: readonly FoundTrouble[] },
): Promise<void> {
  const [track] = await transaction
    .select({ id: tracks.id })
    .from(tracks)
    .where(eq(tracks.path, path));
  if (track === undefined) return;
  const { id: trackId } = track;
  const kinds = troubles.map(({ kind }) => kind);
  await transaction
    .delete(foundTroubles)
    .where(
      and(
        eq(foundTroubles.trackId, trackId),
        sql`not ${foundTroubles.kind} = any(${sql.param(kinds)}::text[])`,
      ),
    );
  if (troubles.length === 0) return;
  await transaction
    .insert(foundTroubles)
    .values(troubles.map((trouble) => ({ trackId, ...trouble })))
    .onConflictDoUpdate({
      target: [foundTroubles.trackId, foundTroubles.kind],
      set: { amount: sql`excluded.amount`, atMs: sql`excluded.at_ms` },
    });
}

/** Troubles not yet accepted. Only music counts as cut off: jingles, spots and speech may end abruptly. */
const isOpen = and(
  isNull(foundTroubles.acceptedAt),
  isNull(tracks.missingSince),
  sql`not (${foundTroubles.kind} = 'cut_off' and ${tracks.contentKind} <> 'music')`,
);

/** By trouble, then by artist and title. @param trouble null: all but misread texts */
export async function listTroubles(
  connection: Connection,
  {
    trouble,
    offset,
    limit,
  }: { readonly trouble: TrackTrouble | null; readonly offset: number; readonly limit: number },
): Promise<readonly StoredTrouble[]> {
  return await connection
    .select({
      trackId: tracks.id,
      title: tracks.title,
      artist: tracks.artist,
      path: tracks.path,
      durationMs: tracks.durationMs,
      trouble: foundTroubles.kind,
      amount: foundTroubles.amount,
      atMs: foundTroubles.atMs,
    })
    .from(foundTroubles)
    .innerJoin(tracks, eq(tracks.id, foundTroubles.trackId))
    .where(
      and(
        isOpen,
        trouble === null ? ne(foundTroubles.kind, "misread") : eq(foundTroubles.kind, trouble),
      ),
    )
    .orderBy(asc(foundTroubles.kind), sql`${tracks.sortKey} collate "C"`, asc(tracks.id))
    .limit(limit)
    .offset(offset);
}

/** Open troubles per kind. */
export async function countTroubles(
  connection: Connection,
): Promise<Readonly<Record<TrackTrouble, number>>> {
  const rows = await connection
    .select({ kind: foundTroubles.kind, found: count() })
    .from(foundTroubles)
    .innerJoin(tracks, eq(tracks.id, foundTroubles.trackId))
    .where(isOpen)
    .groupBy(foundTroubles.kind);
  const found = new Map(rows.map((row) => [row.kind, row.found]));
  const of = (kind: TrackTrouble): number => found.get(kind) ?? 0;
  return {
    too_quiet: of("too_quiet"),
    clipped: of("clipped"),
    silent_inside: of("silent_inside"),
    silent_channel: of("silent_channel"),
    mono: of("mono"),
    cut_off: of("cut_off"),
    wrong_duration: of("wrong_duration"),
    misread: of("misread"),
  };
}

/** Tracks due to be measured again. */
export async function countUnmeasured(connection: Connection): Promise<number> {
  return await connection.$count(
    tracks,
    and(
      eq(tracks.kind, "file"),
      isNull(tracks.missingSince),
      lt(tracks.analysisVersion, ANALYSIS_VERSION),
    ),
  );
}

/** @param acceptedBy null: withdraws the acceptance @returns how many changed */
export async function acceptTroubles(
  connection: Connection,
  {
    troubles,
    acceptedBy,
  }: {
    readonly troubles: readonly { readonly trackId: string; readonly trouble: TrackTrouble }[];
    readonly acceptedBy: string | null;
  },
): Promise<number> {
  const isChosen: SQL = sql`(${foundTroubles.trackId}, ${foundTroubles.kind}) in (
    select * from unnest(${sql.param(troubles.map(({ trackId }) => trackId))}::uuid[],
      ${sql.param(troubles.map(({ trouble }) => trouble))}::text[]))`;
  const { rowCount } = await connection
    .update(foundTroubles)
    .set({ acceptedAt: acceptedBy === null ? null : sql`now()`, acceptedBy })
    .where(isChosen);
  return rowCount ?? 0;
}
