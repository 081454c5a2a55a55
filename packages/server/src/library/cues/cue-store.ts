import type { TrackCues } from "@neonrelay/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Connection } from "../../database/database.ts";
import { tracks } from "../library-tables.ts";
import { trackColumns, type StoredTrack } from "../track-store.ts";
import { userCues } from "./cue-edit-rules.ts";

/** A track with the fingerprint that identifies its waveform. */
export type CuedTrack = StoredTrack & { readonly fingerprint: string | null };

/** @param isLocked locks the row until the transaction ends @returns null when there is no such file */
export async function findCuedTrack(
  connection: Connection,
  trackId: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<CuedTrack | null> {
  const query = connection
    .select({ ...trackColumns, fingerprint: tracks.fingerprint })
    .from(tracks)
    .where(and(eq(tracks.id, trackId), eq(tracks.kind, "file")));
  const [track] = isLocked ? await query.for("update") : await query;
  return track ?? null;
}

export async function saveUserCues(
  transaction: Connection,
  { trackId, cues }: { readonly trackId: string; readonly cues: TrackCues },
): Promise<void> {
  await transaction.update(tracks).set(userCues(cues)).where(eq(tracks.id, trackId));
}

/** Which of these fingerprints belong to a track. */
export async function whichFingerprints(
  connection: Connection,
  fingerprints: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await connection
    .select({ fingerprint: tracks.fingerprint })
    .from(tracks)
    .where(sql`${tracks.fingerprint} = any(${sql.param(fingerprints)}::text[])`);
  return new Set(rows.flatMap(({ fingerprint }) => fingerprint ?? []));
}
