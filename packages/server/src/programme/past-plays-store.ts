import { and, desc, eq, gte, isNotNull, or, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { plays } from "../history/play-tables.ts";
import { namesOf } from "../library/artist-rules.ts";
import { tracks } from "../library/library-tables.ts";
import type { AiredTrack, ProblemReason } from "./analysis-rules.ts";
import { separationKeys } from "./separation-keys.ts";
import { eachOf, runInSlices } from "./small-steps.ts";

/** Tracks played since then, oldest first; limited to the newest `most`. */
export async function loadPastPlays(
  connection: Connection,
  { sinceMs, most }: { readonly sinceMs: number; readonly most: number },
): Promise<readonly AiredTrack[]> {
  const rows = await connection
    .select({
      atMs: plays.startedAtMs,
      trackId: plays.trackId,
      title: plays.title,
      artist: plays.artist,
      artists: tracks.artists,
      album: tracks.album,
      contentKind: tracks.contentKind,
      playlistId: plays.playlistId,
    })
    .from(plays)
    .leftJoin(tracks, eq(tracks.id, plays.trackId))
    .where(and(gte(plays.startedAtMs, sinceMs), eq(plays.kind, "library")))
    .orderBy(desc(plays.startedAtMs))
    .limit(most);
  const aired: AiredTrack[] = [];
  const read = eachOf(rows.toReversed(), ({ album, contentKind, ...row }) => {
    const isMusic = contentKind === null || contentKind === "music";
    // Uses the library's artists while they still match the displayed text.
    const artists = namesOf(row.artist, row.artists ?? undefined);
    aired.push({ ...row, artists, ...separationKeys({ ...row, artists, album }), isMusic });
  });
  await runInSlices(read);
  return aired;
}

/** Deviations from the schedule since then, oldest first. */
export async function loadPastProblems(
  connection: Connection,
  { sinceMs, most }: { readonly sinceMs: number; readonly most: number },
): Promise<readonly { readonly atMs: number; readonly reason: ProblemReason }[]> {
  const { planReason } = plays;
  const rows = await connection
    .select({ atMs: plays.startedAtMs, planReason })
    .from(plays)
    .where(
      and(
        gte(plays.startedAtMs, sinceMs),
        isNotNull(planReason),
        or(
          sql`coalesce(${planReason} -> 'notes', '[]') <> '[]'`,
          sql`coalesce(${planReason} -> 'empty', '[]') <> '[]'`,
        ),
      ),
    )
    .orderBy(desc(plays.startedAtMs))
    .limit(most);
  return rows.toReversed().map(({ atMs, planReason: reason }) => ({
    atMs,
    reason: {
      // Reasons stored by an older version lack the schedule.
      notes: reason?.notes ?? [],
      empty: reason?.empty ?? [],
      show: reason?.show ?? null,
      clock: reason?.clock ?? null,
      slotId: reason?.slotId ?? null,
    },
  }));
}
