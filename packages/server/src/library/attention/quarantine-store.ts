import type { OnAirStatus } from "@neonrelay/on-air/protocol";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Connection } from "../../database/database.ts";
import { tracks } from "../library-tables.ts";

type KeptOff = OnAirStatus["quarantined"][number];

/** A track of the library that on-air has quarantined. */
interface StoredQuarantined {
  readonly trackId: string;
  readonly title: string;
  readonly artist: string;
  readonly path: string;
  readonly durationMs: number;
  readonly reason: string;
  readonly atMs: number | null;
}

/** Newest first; skips tracks that are gone or have another file by now. @param keptOff oldest first */
export async function listQuarantinedTracks(
  connection: Connection,
  keptOff: readonly KeptOff[],
): Promise<readonly StoredQuarantined[]> {
  if (keptOff.length === 0) return [];
  const rows = await connection
    .select({
      trackId: tracks.id,
      title: tracks.title,
      artist: tracks.artist,
      path: tracks.path,
      durationMs: tracks.durationMs,
    })
    .from(tracks)
    .where(and(isKeptOff(keptOff), isNull(tracks.missingSince)));
  const found = new Map(rows.map((row) => [row.trackId, row]));
  return keptOff.toReversed().flatMap(({ trackId, reason, atMs }) => {
    const track = found.get(trackId);
    return track === undefined ? [] : { ...track, reason, atMs };
  });
}

/** How many of these tracks are present and still have that file. */
export async function countQuarantinedTracks(
  connection: Connection,
  keptOff: readonly KeptOff[],
): Promise<number> {
  if (keptOff.length === 0) return 0;
  return await connection.$count(tracks, and(isKeptOff(keptOff), isNull(tracks.missingSince)));
}

function isKeptOff(keptOff: readonly KeptOff[]) {
  const ids = keptOff.map(({ trackId }) => trackId);
  const paths = keptOff.map(({ path }) => path);
  return and(
    eq(tracks.kind, "file"),
    sql`(${tracks.id}, ${tracks.path}) in (
      select * from unnest(${sql.param(ids)}::uuid[], ${sql.param(paths)}::text[]))`,
  );
}
