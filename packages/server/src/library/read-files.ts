import { niceness, type Analysis } from "@neonrelay/on-air/media-jobs";
import { availableParallelism } from "node:os";
import path from "node:path";
import type { Database } from "../database/database.ts";
import { analyseFiles } from "../media/analyse-files.ts";
import type { MediaRun } from "../media/media-runner.ts";
import { findSettings, type StoredSettings } from "../settings/settings-store.ts";
import { ARTWORK_FOLDER } from "./artwork-folder.ts";
import { refuseFormat } from "./music-format-rules.ts";
import { cleanTag } from "./track-rules.ts";

/**
 * Why a file is read. Files `found` in the music folders give way to everything else, and may have a format that
 * operators left out. Somebody waits for `received` and `fetched` files; a fetched one may be shorter than the
 * station's minimum.
 */
type ReadingCause = "found" | "received" | "fetched";

/** A file as read, under the station's rules. */
export type CheckedFile =
  | { readonly kind: "analysed"; readonly path: string; readonly analysis: Analysis }
  | {
      readonly kind: "refused";
      readonly path: string;
      readonly reason: string;
      /** Set only when it is too short. */
      readonly durationMs: number | null;
    };

export interface ReadingParts {
  readonly database: Database;
  readonly dataDir: string;
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
}

/** How much encoders may cut from a second of sound, with some margin, in ms. */
const ENCODERS_LOSS_MS = 50;

/** The minimum length of a file, in ms. @param shortestTrackSeconds the operators' setting */
export function leastDurationMs(shortestTrackSeconds: number): number {
  return Math.max(0, shortestTrackSeconds * 1000 - ENCODERS_LOSS_MS);
}

/** Has children read files, and refuses those that the station's rules exclude. Covers are stored on the way. */
export async function* readFiles(
  { database, dataDir, media }: ReadingParts,
  {
    paths,
    cause,
    signal,
  }: {
    readonly paths: readonly string[];
    readonly cause: ReadingCause;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<CheckedFile, void, undefined> {
  const readable: string[] = [];
  const leftOut = cause === "found" ? (await rulesNow(database)).leftOutFormats : null;
  for (const file of paths) {
    const reason = leftOut === null ? null : refuseFormat(file, leftOut);
    if (reason === null) readable.push(file);
    else yield { kind: "refused", path: file, reason, durationMs: null };
  }
  const results = analyseFiles({
    ...media,
    paths: readable,
    // A scan leaves one CPU to the programme.
    atOnce: cause === "found" ? Math.max(1, availableParallelism() - 1) : 1,
    niceness: cause === "found" ? niceness.scan : niceness.awaited,
    artworkFolder: path.join(dataDir, ARTWORK_FOLDER),
    signal,
  });
  for await (const result of results) {
    if (result.kind === "refused") {
      yield { ...result, reason: cleanTag(result.reason), durationMs: null };
      continue;
    }
    if (cause === "fetched") {
      yield result;
      continue;
    }
    // A scan can take hours: settings changed during it apply to the remaining files.
    const { shortestTrackSeconds } = await rulesNow(database);
    const { durationMs } = result.analysis;
    if (durationMs >= leastDurationMs(shortestTrackSeconds)) {
      yield result;
      continue;
    }
    const reason = `It is shorter than ${shortestTrackSeconds} s, the station's minimum: change the minimum in Settings, or leave the file out`;
    yield { kind: "refused", path: result.path, reason, durationMs };
  }
}

/** The operators' settings for files that become tracks. */
export async function rulesNow({
  connection,
}: Database): Promise<Pick<StoredSettings, "shortestTrackSeconds" | "leftOutFormats">> {
  const settings = await findSettings(connection);
  return settings ?? { shortestTrackSeconds: 0, leftOutFormats: [] };
}
