import type { MediaJob, MediaResult } from "@neonrelay/on-air/media-jobs";
import { MediaChildError, runMediaJob, type MediaRun } from "./media-runner.ts";

export type FileResult = Exclude<MediaResult, { kind: "demo-track" | "progress" }>;

const BATCH_FILES = 100;
/** Failures in a row, before any file was read, after which the child itself is taken to be broken. */
const MAX_EARLY_FAILURES = 5;

/**
 * Reads each file and gives one result for each as it comes. A file that crashes or hangs the child is refused
 * and the others go on.
 * @throws MediaChildError when the child does not work at all
 */
export async function* analyseFiles({
  paths,
  artworkFolder,
  ...run
}: {
  readonly paths: readonly string[];
  readonly artworkFolder: string;
} & Omit<MediaRun, "job">): AsyncGenerator<FileResult, void, undefined> {
  let remaining: readonly string[] = paths;
  let earlyFailures = 0;
  let hasWorked = false;
  while (remaining.length > 0) {
    const batch = new Set(remaining.slice(0, BATCH_FILES));
    const job: MediaJob = { kind: "analyse", paths: [...batch], artworkFolder };
    try {
      for await (const result of runMediaJob({ ...run, job })) {
        if (result.kind === "demo-track" || result.kind === "progress") continue;
        if (!batch.delete(result.path)) continue;
        hasWorked = true;
        yield result;
      }
      for (const path of batch)
        yield { kind: "refused", path, reason: "The analysis gave no result for this file" };
      remaining = remaining.slice(BATCH_FILES);
    } catch (error) {
      if (!(error instanceof MediaChildError)) throw error;
      const [culprit, ...others] = batch;
      const rest = [...others, ...remaining.slice(BATCH_FILES)];
      if (culprit === undefined) {
        remaining = rest;
      } else if (error.isFilesFault || hasWorked) {
        yield { kind: "refused", path: culprit, reason: error.message };
        remaining = rest;
      } else {
        // Perhaps the child is broken, perhaps only this file breaks it: another file will tell.
        earlyFailures += 1;
        if (earlyFailures >= MAX_EARLY_FAILURES || earlyFailures > rest.length) throw error;
        remaining = [...rest, culprit];
      }
    }
  }
}
