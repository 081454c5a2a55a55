import type { TrackCues } from "@neonrelay/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Connection } from "../../database/database.ts";
import { tracks } from "../library-tables.ts";
import { trackColumns, type StoredTrack } from "../track-store.ts";
import { userCues } from "./cue-edit-rules.ts";

/** A track with what its waveform is found by. */
export type CuedTrack = StoredTrack & { readonly fingerprint: string | null };

/** null: there is no such file. @param isLocked until the transaction ends nothing else changes it */
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

/** Those of these fingerprints that a track has. */
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
