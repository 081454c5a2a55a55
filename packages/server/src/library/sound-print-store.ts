import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { tracks } from "./library-tables.ts";
import { packPrint } from "./pack-print.ts";
import { readPrint, wordsOfPrint } from "./sound-print-rules.ts";
import { soundPrints } from "./sound-print-tables.ts";

/**
 * Stores the sound print of the track at a path, to be compared with the others again.
 * @param soundPrint as the media child returned it
 */
export async function saveSoundPrint(
  connection: Connection,
  { path, soundPrint }: { readonly path: string; readonly soundPrint: string | null },
): Promise<void> {
  const print = soundPrint === null ? null : readPrint(Buffer.from(soundPrint, "base64"));
  const [track] = await connection
    .select({ trackId: tracks.id })
    .from(tracks)
    .where(eq(tracks.path, path));
  if (track === undefined) return;
  const kept = {
    print: print === null ? null : packPrint(print),
    words: print === null ? [] : [...wordsOfPrint(print)],
    isCompared: false,
  };
  await connection
    .insert(soundPrints)
    .values({ ...track, ...kept })
    .onConflictDoUpdate({ target: soundPrints.trackId, set: kept });
}

/**
 * Present tracks of files, ordered, and whether they have a row: one with a print, or one that records its absence.
 * @param afterId where the last list ended
 */
export async function listPrinted(
  connection: Connection,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): Promise<readonly { readonly id: string; readonly path: string; readonly isPrinted: boolean }[]> {
  const rows = await connection
    .select({ id: tracks.id, path: tracks.path, printedId: soundPrints.trackId })
    .from(tracks)
    .leftJoin(soundPrints, eq(soundPrints.trackId, tracks.id))
    .where(
      and(
        eq(tracks.kind, "file"),
        isNull(tracks.missingSince),
        afterId === null ? undefined : gt(tracks.id, afterId),
      ),
    )
    .orderBy(asc(tracks.id))
    .limit(limit);
  return rows.map(({ printedId, ...track }) => ({ ...track, isPrinted: printedId !== null }));
}
