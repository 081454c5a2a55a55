import { and, asc, gt, ne } from "drizzle-orm";
import type { Connection } from "../../database/database.ts";
import { tracks } from "../../library/library-tables.ts";
import { Candidates, type Search } from "./match-rules.ts";

/** Maximum tracks in memory at once, for large libraries. */
const TRACKS_AT_ONCE = 5000;

/** Reads all files in the library, including missing ones. */
export async function findCandidates(
  connection: Connection,
  searches: readonly Search[],
): Promise<Candidates> {
  const candidates = new Candidates(searches);
  let afterId: string | undefined;
  for (;;) {
    const rows = await connection
      .select({
        id: tracks.id,
        path: tracks.path,
        sortKey: tracks.sortKey,
        artistKeys: tracks.artistKeys,
        durationMs: tracks.durationMs,
        missingSince: tracks.missingSince,
      })
      .from(tracks)
      .where(
        and(ne(tracks.kind, "stream"), afterId === undefined ? undefined : gt(tracks.id, afterId)),
      )
      .orderBy(asc(tracks.id))
      .limit(TRACKS_AT_ONCE);
    for (const { missingSince, ...track } of rows)
      candidates.offer({ ...track, isAway: missingSince !== null });
    afterId = rows.at(-1)?.id;
    if (afterId === undefined || rows.length < TRACKS_AT_ONCE) return candidates;
  }
}
