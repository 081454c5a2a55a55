import type { Analysis } from "@neonrelay/on-air/media-jobs";
import { and, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { tracks } from "./library-tables.ts";
import { unpackPrint } from "./pack-print.ts";
import { isAnotherRecording } from "./replaced-sound-rules.ts";
import { readPrint } from "./sound-print-rules.ts";
import { soundPrints } from "./sound-print-tables.ts";
import { foundTroubles } from "./trouble-tables.ts";

/** Note in the list of incoming files. */
export const STARTS_CLEAN =
  "it holds a different recording now, so cue points, fades, gain and 'It Is Fine' were reset";

const nobodys = {
  userCueInMs: null,
  userCueOutMs: null,
  userStartNextMs: null,
  userFadeInMs: null,
  userFadeOutMs: null,
  userGainDb: null,
};

/**
 * Resets what people have set in a track's sound when another recording is about to replace it.
 * @returns whether there was anything to reset
 */
export async function startCleanIfReplaced(
  transaction: Connection,
  {
    analysis,
    ...track
  }: { readonly analysis: Analysis } & ({ readonly path: string } | { readonly trackId: string }),
): Promise<boolean> {
  const which = "path" in track ? eq(tracks.path, track.path) : eq(tracks.id, track.trackId);
  const isSet = or(
    isNotNull(tracks.userCueInMs),
    isNotNull(tracks.userCueOutMs),
    isNotNull(tracks.userStartNextMs),
    isNotNull(tracks.userFadeInMs),
    isNotNull(tracks.userFadeOutMs),
    isNotNull(tracks.userGainDb),
  );
  const isFine = sql`exists (select from ${foundTroubles} where ${foundTroubles.trackId} = ${tracks.id} and ${foundTroubles.acceptedAt} is not null)`;
  const [before] = await transaction
    .select({
      id: tracks.id,
      durationMs: tracks.durationMs,
      integratedLufs: tracks.integratedLufs,
      truePeakDbtp: tracks.truePeakDbtp,
      packed: soundPrints.print,
    })
    .from(tracks)
    .leftJoin(soundPrints, eq(soundPrints.trackId, tracks.id))
    // The data of a music source was not measured.
    .where(and(which, gt(tracks.analysisVersion, 0), or(isSet, isFine)));
  if (before === undefined) return false;
  const { id, packed, ...measured } = before;
  const { durationMs, integratedLufs, truePeakDbtp, soundPrint } = analysis;
  const print = soundPrint === null ? null : readPrint(Buffer.from(soundPrint, "base64"));
  const after = { durationMs, integratedLufs, truePeakDbtp, print };
  if (!isAnotherRecording({ ...measured, print: packed && unpackPrint(packed) }, after))
    return false;
  await transaction.update(tracks).set(nobodys).where(eq(tracks.id, id));
  await transaction.delete(foundTroubles).where(eq(foundTroubles.trackId, id));
  return true;
}
